"""Search: the records of a site, and the index that Pagefind makes of them."""
