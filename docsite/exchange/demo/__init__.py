"""Demo content: documentation of this product, as data; see ``loader``."""
