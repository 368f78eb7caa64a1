"""What runs the programs that show answers to be right: claims -> run -> judge -> prove -> say."""
