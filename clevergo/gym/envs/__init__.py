"""Go and five in a row as environments: Gymnasium's, one board or thousands, and PettingZoo's."""
