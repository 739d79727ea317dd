"""The game of Go: rules, positions, counting, planes, passing, counsel. Knows no net, search or window."""
