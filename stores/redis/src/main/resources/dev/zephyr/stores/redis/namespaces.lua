-- The list of all namespaces. KEYS: the list.
return redis.call('SMEMBERS', KEYS[1])
