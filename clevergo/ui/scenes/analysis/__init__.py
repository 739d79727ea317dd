"""What somebody who thinks about a position shows."""
