"""The course as pages: chapters, their boards and their pictures."""
