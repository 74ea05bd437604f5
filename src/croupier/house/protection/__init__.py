"""Player protection: limits that players set for themselves, breaks, exclusion, reality checks."""
