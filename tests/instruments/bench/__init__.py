"""What things cost, in CPU time: machines are shared, and only ratios of one run can be trusted."""
