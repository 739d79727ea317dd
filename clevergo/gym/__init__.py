"""Games for people's own code: environments, and functions under the names GymGo's users know.

Where Gymnasium is installed, importing this registers ``CleverGo/Go-v0`` and ``CleverGo/FiveInARow-v0``. PettingZoo's
environments are modules, as its own are: ``from clevergo.gym import go_v0, five_in_a_row_v0``.
"""

from clevergo.gym.registration import register_environments as register_environments

__all__ = ["register_environments"]

register_environments()
