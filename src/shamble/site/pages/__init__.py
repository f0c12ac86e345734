"""What people see: pages drawn on the server."""
