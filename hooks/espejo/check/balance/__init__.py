"""Balance: whether positions, lengths or patterns of right choices give them away."""
