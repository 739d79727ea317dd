"""Games, and other things, that people may build on CleverGo."""
