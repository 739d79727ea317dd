"""Experiments for a class: two dogs that differ in one setting, raised side by side."""
