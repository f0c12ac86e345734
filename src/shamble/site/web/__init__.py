"""What stands between the network and the calls: limits, streams, logs."""
