"""The course that comes with the program: its chapters, its boards, and what of the window stands between them."""
