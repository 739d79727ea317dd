"""What the program does, without a window: matches, training sessions, the kennel, settings. No pygame here."""
