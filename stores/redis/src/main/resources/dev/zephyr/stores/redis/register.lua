-- Adds a namespace to the list of all. KEYS: the list. ARGV: name, limit of namespaces.
-- Answers { '-1' }, or { how many there are } if one more would be too many.
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then
  return { '-1' }
end
local count = redis.call('SCARD', KEYS[1])
if count >= tonumber(ARGV[2]) then
  return { tostring(count) }
end
redis.call('SADD', KEYS[1], ARGV[1])
return { '-1' }
