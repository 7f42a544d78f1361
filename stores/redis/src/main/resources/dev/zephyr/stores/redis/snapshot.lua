-- One state of a namespace. KEYS: meta, values, expiries. ARGV: the version that the caller has.
-- Answers { version, whether something expires, key, value, key, value, ... }; no entries if the
-- version is the caller's.
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version == ARGV[1] then
  return { version, '0' }
end
local entries = redis.call('HGETALL', KEYS[2])
local expiries = redis.call('HGETALL', KEYS[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gone = {}
for i = 1, #expiries, 2 do
  if tonumber(expiries[i + 1]) <= now then
    gone[expiries[i]] = true
  end
end
local living = { version, #expiries == 0 and '0' or '1' }
for i = 1, #entries, 2 do
  if not gone[entries[i]] then
    living[#living + 1] = entries[i]
    living[#living + 1] = entries[i + 1]
  end
end
return living
