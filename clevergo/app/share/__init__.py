"""What is shown to friends: moving pictures, files beside each other, and the desktop's clipboard."""
