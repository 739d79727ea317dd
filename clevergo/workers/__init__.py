"""Processes: how they are started, spoken to and ended. Nobody else starts one."""
