"""How strong a dog is and was."""
