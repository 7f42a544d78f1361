# SPDX-License-Identifier: Apache-2.0
"""The host's strict rules for a worker's output: a lenient server would hide what breaks on another one."""
import base64
import json
import re

TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
REQUIRED = {"data": str, "headers": dict, "status": int, "kv": dict}


class Broken(Exception):
    """The output is not what the protocol allows."""


def once(pairs):
    """An object whose names are unique."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Broken("a name appears twice: " + ", ".join(name for name, _ in pairs))
    return found


def texts(document, field):
    """A map of strings to strings; several cookies may be a list."""
    for name, value in document[field].items():
        is_cookies = field == "headers" and name == "set-cookie" and isinstance(value, list)
        for text in value if is_cookies else [value]:
            if type(text) is not str:
                raise Broken(f"{field}.{name}: {text!r} (expected: a string)")
        if field == "headers" and not TOKEN.fullmatch(name):
            raise Broken(f"headers: {name!r} is no header name")


def parse(output):
    """The document of a worker's standard output, its body as bytes under `body`. Raises Broken."""
    try:
        document = json.loads(output.decode("utf-8"), object_pairs_hook=once)
    except ValueError as error:
        raise Broken(f"not a JSON document in UTF-8: {error}: {output[:200]!r}") from error
    if type(document) is not dict:
        raise Broken(f"not an object: {document!r}")
    for field, kind in REQUIRED.items():
        if type(document.get(field)) is not kind:
            raise Broken(f"{field}: {document.get(field)!r} (expected: {kind.__name__})")
    if type(document.get("base64", False)) is not bool:
        raise Broken(f"base64: {document['base64']!r} (expected: true or false)")
    unknown = set(document) - set(REQUIRED) - {"base64"}
    if unknown:
        raise Broken(f"unknown fields: {', '.join(sorted(unknown))}")
    if not 100 <= document["status"] <= 999:
        raise Broken(f"status: {document['status']} (expected: 100 to 999)")
    texts(document, "headers")
    texts(document, "kv")
    if document.get("base64"):
        document["body"] = base64.b64decode(document["data"], validate=True)
    else:
        document["body"] = document["data"].encode("utf-8")
    return document
