"""Web Push: one encrypted message to a browser, through its maker's server.

RFC 8291 encrypts the message for the browser, RFC 8188 gives its form, and RFC 8292 (VAPID) signs
the request with our own key, so that only we can send to our subscribers.
"""

import base64
import hashlib
import hmac
import ipaddress
import json
import os
import socket
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from ludotheque.core.errors import LudothequeError

LIFE_S = 24 * 3600  # how long the maker's server keeps a message for a browser that is off
SIGNED_S = 12 * 3600  # how long our signature is valid
RECORD = 4096
PATIENCE_S = 10.0
GONE = (404, 410)  # the browser does not want messages any more
CURVE_BYTES, KEY_BYTES, NONCE_BYTES, SALT_BYTES = 65, 16, 12, 16


class GoneError(LudothequeError):
    """The browser has ended its subscription."""


def unpadded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_public(endpoint: str) -> bool:
    """Return whether an address that a browser gave us leads out of the host's own network."""
    try:
        parts = urlsplit(endpoint)
        if parts.scheme != "https" or not parts.hostname:
            return False
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, proto=socket.IPPROTO_TCP)
    except (OSError, ValueError):  # no such host, or not even an address
        return False
    return bool(found) and all(ipaddress.ip_address(one[4][0]).is_global for one in found)


class Sender:
    """Sends messages, signed with the server's key (32 bytes)."""

    def __init__(self, secret: bytes, contact: str) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        # any 32 bytes but a few at the very top are a key
        number = int.from_bytes(hashlib.sha256(b"push " + secret).digest()) >> 1
        self.key = ec.derive_private_key(number, ec.SECP256R1())
        self.contact = contact

    @property
    def public(self) -> str:
        """The key that browsers subscribe with."""
        return unpadded(point_of(self.key.public_key()))

    def send(self, endpoint: str, key: str, secret: str, message: dict[str, Any]) -> None:
        """Send a message; raise GoneError if the browser no longer wants any."""
        body = encrypted(json.dumps(message).encode(), padded(key), padded(secret))
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(LIFE_S),
            "authorization": f"vapid t={self.token(endpoint)}, k={self.public}",
        }
        request = urllib.request.Request(endpoint, body, headers, method="POST")
        try:
            with NO_DETOURS.open(request, timeout=PATIENCE_S):
                pass
        except urllib.error.HTTPError as error:
            if error.code in GONE:
                raise GoneError("the browser has ended its subscription") from error
            raise

    def token(self, endpoint: str) -> str:
        """Return our signature for the server behind an address."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, utils

        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + SIGNED_S,
            "sub": self.contact,
        }
        signed = ".".join(
            unpadded(json.dumps(part, separators=(",", ":")).encode())
            for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = utils.decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{unpadded(r.to_bytes(32) + s.to_bytes(32))}"


class NoDetours(urllib.request.HTTPRedirectHandler):
    """Follow no redirect: it could lead into the host's own network."""

    def redirect_request(self, *_: Any) -> None:
        return None


NO_DETOURS = urllib.request.build_opener(NoDetours)


def point_of(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def encrypted(message: bytes, browser: bytes, secret: bytes) -> bytes:
    """Encrypt a message for a browser's public key and secret (RFC 8291, section 3.4)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own, salt = ec.generate_private_key(ec.SECP256R1()), os.urandom(SALT_BYTES)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    point = point_of(own.public_key())
    key, nonce = keys_of(own.exchange(ec.ECDH(), theirs), browser, point, secret, salt)
    head = salt + RECORD.to_bytes(4) + bytes([CURVE_BYTES]) + point
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def keys_of(shared: bytes, browser: bytes, point: bytes, secret: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Return the key and the nonce that both sides derive."""
    first = derived(secret, shared, b"WebPush: info\0" + browser + point, 32)
    return (
        derived(salt, first, b"Content-Encoding: aes128gcm\0", KEY_BYTES),
        derived(salt, first, b"Content-Encoding: nonce\0", NONCE_BYTES),
    )


def derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for at most 32 bytes."""
    key = hmac.digest(salt, material, "sha256")
    return hmac.digest(key, info + b"\x01", "sha256")[:length]
