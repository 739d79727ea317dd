"""CleverGo (机巧围棋): raise an AlphaGo of your own on an ordinary computer."""

__version__ = "0.1.0"
