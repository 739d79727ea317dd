"""Long texts to read: Markdown, set in lines, scrolled."""
