-- Applies a commit if its precondition holds; with the same token at most once.
-- KEYS: meta, values, expiries, versions of entries, token.
-- ARGV: base version, '1' for serializable, time to live in ms or '-1', limit of keys, limit of
-- bytes, how long the token is kept in ms, number of puts, then for each put: key, whether the base
-- has it ('1'), value; then for each delete: key, whether the base has it.
-- Answers { 'committed', version }, { 'conflict' } or { 'quota', keys, bytes }.
local done = redis.call('GET', KEYS[5])
if done then
  return { 'committed', done }
end
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
local base = tonumber(ARGV[1])
local puts = tonumber(ARGV[7])
local firstDelete = 8 + 3 * puts

if version ~= base then
  if ARGV[2] == '1' then
    return { 'conflict' }
  end
  local function changed(key, present)
    local at = redis.call('HGET', KEYS[4], key)
    if at then
      return tonumber(at) > base
    end
    return present == '1'
  end
  for i = 8, firstDelete - 1, 3 do
    if changed(ARGV[i], ARGV[i + 1]) then
      return { 'conflict' }
    end
  end
  for i = firstDelete, #ARGV, 2 do
    if changed(ARGV[i], ARGV[i + 1]) then
      return { 'conflict' }
    end
  end
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local removed = {}
local expiries = redis.call('HGETALL', KEYS[3])
for i = 1, #expiries, 2 do
  if tonumber(expiries[i + 1]) <= now then
    removed[expiries[i]] = true
  end
end
for i = firstDelete, #ARGV, 2 do
  removed[ARGV[i]] = true
end

local oldKeys = redis.call('HLEN', KEYS[2])
local oldBytes = tonumber(redis.call('HGET', KEYS[1], 'bytes') or '0')
local keys = oldKeys
local bytes = oldBytes
for key in pairs(removed) do
  local value = redis.call('HGET', KEYS[2], key)
  if value then
    keys = keys - 1
    bytes = bytes - #key - #value
  end
end
for i = 8, firstDelete - 1, 3 do
  local key = ARGV[i]
  local old = not removed[key] and redis.call('HGET', KEYS[2], key)
  if old then
    bytes = bytes - #old + #ARGV[i + 2]
  else
    keys = keys + 1
    bytes = bytes + #key + #ARGV[i + 2]
  end
end
if (keys > oldKeys and keys > tonumber(ARGV[4])) or (bytes > oldBytes and bytes > tonumber(ARGV[5])) then
  return { 'quota', tostring(keys), tostring(bytes) }
end

version = string.format('%.0f', version + 1)
for key in pairs(removed) do
  redis.call('HDEL', KEYS[2], key)
  redis.call('HDEL', KEYS[3], key)
  redis.call('HDEL', KEYS[4], key)
end
local ttl = tonumber(ARGV[3])
for i = 8, firstDelete - 1, 3 do
  local key = ARGV[i]
  redis.call('HSET', KEYS[2], key, ARGV[i + 2])
  redis.call('HSET', KEYS[4], key, version)
  if ttl >= 0 then
    redis.call('HSET', KEYS[3], key, string.format('%.0f', now + ttl))
  else
    redis.call('HDEL', KEYS[3], key)
  end
end
redis.call('HSET', KEYS[1], 'version', version, 'bytes', string.format('%.0f', bytes))
redis.call('SET', KEYS[5], version, 'PX', ARGV[6])
return { 'committed', version }
