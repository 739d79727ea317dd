"""Workers on other machines, which Ray holds together. Only :mod:`clevergo.workers.cluster.ray_cluster` knows Ray."""
