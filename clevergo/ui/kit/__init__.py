"""Widgets, and the one hand they are drawn in. It knows neither games nor the app."""
