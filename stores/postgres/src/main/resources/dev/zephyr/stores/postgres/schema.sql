-- Schema version 1. A role with the right to create tables and functions runs it once:
--   psql DATABASE -1 -f schema.sql
-- Keys, values and names are UTF-8 (a lone surrogate takes three bytes, as in WTF-8):
--   SELECT convert_from(key, 'UTF8'), convert_from(value, 'UTF8') FROM wws_entry;

CREATE TABLE IF NOT EXISTS wws_schema (version integer NOT NULL);

CREATE TABLE IF NOT EXISTS wws_namespace (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name bytea NOT NULL UNIQUE,
  version bigint NOT NULL,
  keys bigint NOT NULL,
  bytes bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS wws_entry (
  namespace bigint NOT NULL REFERENCES wws_namespace (id),
  key bytea NOT NULL,
  value bytea NOT NULL,
  version bigint NOT NULL,
  expires timestamptz,
  PRIMARY KEY (namespace, key)
);

-- What became of commits, for servers that lost the answer; version null: it must not be applied.
CREATE TABLE IF NOT EXISTS wws_token (
  token uuid PRIMARY KEY,
  version bigint,
  made timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX IF NOT EXISTS wws_token_made ON wws_token (made);

-- Applies a commit if its precondition holds. Outcome: 'committed' (a = version), 'conflict',
-- 'namespaces' (a = how many there are), 'quota' (a = keys, b = bytes that it would have).
CREATE OR REPLACE FUNCTION wws_commit(
  p_token uuid,
  p_name bytea,
  p_base bigint,
  p_serializable boolean,
  p_keys bytea[],
  p_present boolean[],
  p_values bytea[],
  p_ttl_millis bigint,
  p_keys_max bigint,
  p_bytes_max bigint,
  p_namespaces_max bigint,
  OUT outcome text,
  OUT a bigint,
  OUT b bigint
) LANGUAGE plpgsql AS $$
DECLARE
  n wws_namespace;
  old_keys bigint;
  old_bytes bigint;
  new_keys bigint;
  new_bytes bigint;
BEGIN
  INSERT INTO wws_token (token, version) VALUES (p_token, NULL);
  SELECT * INTO n FROM wws_namespace WHERE name = p_name FOR UPDATE;
  IF NOT FOUND THEN
    SELECT count(*) INTO a FROM wws_namespace WHERE version > 0;
    IF a >= p_namespaces_max THEN
      outcome := 'namespaces';
      RETURN;
    END IF;
    INSERT INTO wws_namespace (name, version, keys, bytes) VALUES (p_name, 0, 0, 0)
      ON CONFLICT DO NOTHING;
    SELECT * INTO n FROM wws_namespace WHERE name = p_name FOR UPDATE;
  END IF;

  IF n.version <> p_base AND (p_serializable OR EXISTS (
    SELECT FROM unnest(p_keys, p_present) AS k (key, present)
    LEFT JOIN wws_entry e ON e.namespace = n.id AND e.key = k.key
    WHERE CASE WHEN e.key IS NULL THEN k.present ELSE e.version > p_base END
  )) THEN
    outcome := 'conflict';
    RETURN;
  END IF;

  SELECT count(*), coalesce(sum(length(key) + length(value)), 0) INTO old_keys, old_bytes
    FROM wws_entry
    WHERE namespace = n.id AND (key = ANY (p_keys) OR expires <= now());
  SELECT count(*), coalesce(sum(length(k) + length(v)), 0) INTO new_keys, new_bytes
    FROM unnest(p_keys, p_values) AS c (k, v) WHERE v IS NOT NULL;
  a := n.keys - old_keys + new_keys;
  b := n.bytes - old_bytes + new_bytes;
  IF (a > n.keys AND a > p_keys_max) OR (b > n.bytes AND b > p_bytes_max) THEN
    outcome := 'quota';
    RETURN;
  END IF;

  DELETE FROM wws_entry e
    WHERE e.namespace = n.id AND (e.expires <= now() OR e.key IN (
      SELECT k FROM unnest(p_keys, p_values) AS c (k, v) WHERE v IS NULL));
  INSERT INTO wws_entry (namespace, key, value, version, expires)
    SELECT n.id, k, v, n.version + 1,
      CASE WHEN p_ttl_millis >= 0 THEN now() + p_ttl_millis * interval '1 millisecond' END
    FROM unnest(p_keys, p_values) AS c (k, v) WHERE v IS NOT NULL
    ON CONFLICT (namespace, key) DO UPDATE SET
      value = excluded.value, version = excluded.version, expires = excluded.expires;
  UPDATE wws_namespace SET version = n.version + 1, keys = a, bytes = b WHERE id = n.id;
  UPDATE wws_token SET version = n.version + 1 WHERE token = p_token;
  outcome := 'committed';
  a := n.version + 1;
END
$$;

-- Decides what became of a commit: its version, or null, and then it can never be applied. Waits
-- while the commit is running.
CREATE OR REPLACE FUNCTION wws_decide(p_token uuid) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wws_token (token, version) VALUES (p_token, NULL) ON CONFLICT DO NOTHING;
  RETURN (SELECT version FROM wws_token WHERE token = p_token);
END
$$;

INSERT INTO wws_schema (version) SELECT 1 WHERE NOT EXISTS (SELECT FROM wws_schema);
