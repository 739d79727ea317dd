"""The window itself: its loop, its bar, its pages, and what a scene is."""
