"""Reading Sphinx HTML: the tree and the bodies.  Pure: no database, no Django models."""
