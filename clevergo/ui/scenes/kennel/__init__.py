"""The kennel."""
