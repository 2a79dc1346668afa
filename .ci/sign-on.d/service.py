"""An authorization server for one homeserver, for tests of clients. Usage: service.py PORT SYNAPSE-PORT SECRET

Clients get metadata, registration, the authorization code grant with PKCE, the device authorization grant, refresh, revocation and an
account page. Synapse gets introspection. legacy.py adds the login API of before and passes all other requests on, so that this address
is the homeserver's. Every name of small letters and digits is a user, whose password is NAME-password. A restart forgets all logins.

A browser is a POST to a page with the fields username, password and decision (approve or deny), and code on the page for devices.

POST /_test orders faults and changes settings, each for a user or a client: {"for": NAME, "at": STEP, "mode": MODE, "times": 1} or
{"for": NAME, "lifetime": SECONDS, "reuse": "end"}. A step is the last part of a grant's name, or revoke. A mode is an OAuth error, 500, 429,
html (200 with a page), or lost (the request takes effect, and the connection closes). GET /_test?for=NAME returns what was asked
and the logins.
"""
import html, json, os, secrets, socket, sys, threading, time, urllib.parse, urllib.request

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict
from flask import Flask, Response, request

BASE = f"http://127.0.0.1:{sys.argv[1]}"
SYNAPSE = f"http://127.0.0.1:{sys.argv[2]}"
SECRET = sys.argv[3]
SERVER_NAME = "test"
API, DEVICE = "urn:matrix:client:api:*", "urn:matrix:client:device:"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
GRANTS = ["authorization_code", "refresh_token", DEVICE_GRANT]
LOOPBACK = ("127.0.0.1", "[::1]", "localhost")

app = Flask(__name__)
lock = threading.RLock()
clients, codes, device_codes, by_access, by_refresh = {}, {}, {}, {}, {}
logins, orders, settings, log, users = [], [], {}, [], set()


# Logins and tokens

def tell_synapse(call, **body):
    """Calls Synapse as its authorization server does."""
    fields = {"Authorization": f"Bearer {SECRET}", "Content-Type": "application/json"}
    address = f"{SYNAPSE}/_synapse/mas/{call}"
    urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), fields)).read()


def user_with(name, password):
    """Returns the user of a name and password; None if they are wrong."""
    name = (name or "").lower()
    if not name.isalnum() or not name.isascii() or password != f"{name}-password":
        return None
    if name not in users:
        tell_synapse("provision_user", localpart=name, set_displayname=name.capitalize())
        users.add(name)
    return name


class Login:
    """A user's device. A new login of the same device replaces the one before."""

    def __init__(self, user, device, kind, client=None):
        self.user, self.device, self.kind, self.client, self.end_reason = user, device, kind, client, None
        for other in logins:
            if (other.user, other.device, other.end_reason) == (user, device, None):
                other.end_reason = "replaced"
        tell_synapse("upsert_device", localpart=user, device_id=device)
        logins.append(self)

    def end(self, reason):
        if not self.end_reason:
            self.end_reason = reason
            tell_synapse("delete_device", localpart=self.user, device_id=self.device)


class Pair(TokenMixin):
    """An access token, and the refresh token that was issued with it."""

    def __init__(self, login, access, refresh=None, lifetime=None):
        self.login, self.access, self.refresh, self.lifetime = login, access, refresh, lifetime
        self.issued, self.is_used, self.is_replaced, self.next = time.time(), False, False, None
        by_access[access] = self
        if refresh:
            by_refresh[refresh] = self

    @property
    def seconds_left(self): return None if self.lifetime is None else int(self.issued + self.lifetime - time.time())

    @property
    def is_valid(self):
        is_over = self.lifetime is not None and self.seconds_left <= 0
        return not (self.login.end_reason or self.is_replaced or is_over)

    def get_scope(self): return f"{API} {DEVICE}{self.login.device}"
    def check_client(self, client): return self.login.client == client["client_id"]


def refreshable(refresh):
    """Returns the pair to replace. A refresh token works again until the pair that replaced it was used."""
    pair = by_refresh.get(refresh)
    if not pair or pair.login.end_reason or pair.is_replaced == "unused":
        return None
    if pair.next and (pair.next.is_used or pair.next.next):
        if setting(pair.login.user, "reuse") == "end":
            pair.login.end("a refresh token was used twice")
        return None
    return pair


def replace(pair, new):
    """Records that a pair has replaced another."""
    if pair.next:
        pair.next.is_replaced = "unused"
    pair.next, pair.is_replaced, pair.is_used = new, True, True


def lifetime(user): return setting(user, "lifetime") or 300
def setting(name, key): return settings.get(name, {}).get(key)


# Grants

class Client(dict, ClientMixin):
    def get_client_id(self): return self["client_id"]
    def get_default_redirect_uri(self): return None
    def get_allowed_scope(self, scope): return scope or ""
    def check_client_secret(self, _): return False
    def check_endpoint_auth_method(self, method, _): return method == "none"
    def check_response_type(self, kind): return kind == "code"
    def check_grant_type(self, kind): return kind in self["grant_types"]

    def check_redirect_uri(self, uri):
        # RFC 8252: the port of a loopback address is free.
        part = urllib.parse.urlsplit(uri)
        host = part.netloc.rsplit(":", 1)[0] if part.port else part.netloc
        return host in LOOPBACK and urllib.parse.urlunsplit(part._replace(netloc=host)) in self["redirect_uris"]


class Code:
    """An authorization code, as the user has approved it."""

    def __init__(self, incoming):
        self.user, self.client, self.redirect_uri = incoming.user, incoming.client, incoming.payload.redirect_uri
        self.scope, self.issued, self.login = incoming.payload.scope, time.time(), None
        self.code_challenge = incoming.payload.data.get("code_challenge")
        self.code_challenge_method = incoming.payload.data.get("code_challenge_method")

    def get_redirect_uri(self): return self.redirect_uri
    def get_scope(self): return self.scope


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
    def save_authorization_code(self, code, incoming): codes[code] = Code(incoming)
    def authenticate_user(self, code): return code.user

    def query_authorization_code(self, code, client):
        found = codes.get(code)
        if found and found.login:
            found.login.end("a code was used twice")
            return None
        is_fresh = found and found.client["client_id"] == client["client_id"] and time.time() < found.issued + 60
        return found if is_fresh else None

    def delete_authorization_code(self, code): code.login = logins[-1]


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS, INCLUDE_NEW_REFRESH_TOKEN = ["none"], True
    def authenticate_refresh_token(self, refresh): return refreshable(refresh)
    def authenticate_user(self, pair): return pair.login.user
    def revoke_old_credential(self, _): pass


class DeviceGrant(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
    def query_device_credential(self, code): return device_codes.get(code)
    def query_user_grant(self, user_code): return with_user_code(user_code).get("decision")

    def should_slow_down(self, credential):
        now = time.time()
        is_early = now - credential.get("polled", 0) < credential["pause"] - 0.2
        credential["polled"] = now
        credential["pause"] += 5 if is_early else 0
        return is_early


class DeviceEndpoint(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS, EXPIRES_IN, INTERVAL = ["none"], 600, 1
    def get_verification_uri(self): return f"{BASE}/link"

    def save_device_credential(self, client_id, scope, data):
        device_codes[data["device_code"]] = DeviceCredentialDict(
            data, client_id=client_id, scope=scope, expires_at=time.time() + data["expires_in"], pause=data["interval"])


class S256(CodeChallenge):
    CODE_CHALLENGE_METHODS = {"S256": CodeChallenge.CODE_CHALLENGE_METHODS["S256"]}


def save_tokens(data, incoming):
    old = getattr(incoming, "refresh_token", None)
    if old is None:
        device = next(word[len(DEVICE):] for word in data["scope"].split() if word.startswith(DEVICE))
        login = Login(incoming.user, device, "oauth", incoming.client["client_id"])
    else:
        login = old.login
    data["expires_in"] = lifetime(login.user)
    pair = Pair(login, data["access_token"], data["refresh_token"], data["expires_in"])
    if old is not None:
        replace(old, pair)


server = AuthorizationServer(app, clients.get, save_tokens)
server.register_token_generator("default", BearerTokenGenerator(
    lambda **_: "oat_" + secrets.token_urlsafe(24), lambda **_: "ort_" + secrets.token_urlsafe(24), lambda *_: 300))
server.register_grant(CodeGrant, [S256(required=True)])
server.register_grant(RefreshGrant)
server.register_grant(DeviceGrant)
server.register_endpoint(DeviceEndpoint)


def with_user_code(code):
    code = (code or "").strip().upper()
    # Another request may add a code meanwhile.
    return next((found for found in list(device_codes.values()) if found["user_code"] == code), {})


def is_scope(text):
    words = (text or "").split()
    devices = [word[len(DEVICE):] for word in words if word.startswith(DEVICE)]
    return API in words and len(devices) == 1 and len(devices[0]) >= 10 and devices[0].replace("-", "").isalnum()


# What clients ask for

def refusal(code, status=400, text=""):
    body = json.dumps({"error": code, "error_description": text})
    return Response(body, status, content_type="application/json")


@app.get("/.well-known/openid-configuration")
def metadata():
    return {"issuer": f"{BASE}/", "authorization_endpoint": f"{BASE}/authorize", "token_endpoint": f"{BASE}/oauth2/token",
            "registration_endpoint": f"{BASE}/oauth2/registration", "revocation_endpoint": f"{BASE}/oauth2/revoke",
            "device_authorization_endpoint": f"{BASE}/oauth2/device", "grant_types_supported": GRANTS,
            "response_types_supported": ["code"], "response_modes_supported": ["query", "fragment"],
            "code_challenge_methods_supported": ["S256"], "account_management_uri": f"{BASE}/account",
            "account_management_actions_supported": ["org.matrix.device_delete", "org.matrix.cross_signing_reset"]}


@app.post("/oauth2/registration")
def registration():
    wanted = request.get_json(force=True, silent=True) or {}
    home = urllib.parse.urlsplit(wanted.get("client_uri") or "")
    redirects = wanted.get("redirect_uris")
    if home.scheme != "https" or "." not in (home.hostname or "") or home.port:
        return refusal("invalid_client_metadata", text="client_uri must be an https address of a public host")
    if wanted.get("token_endpoint_auth_method") != "none" or wanted.get("application_type") != "native":
        return refusal("invalid_client_metadata", text="only native public clients are registered")
    if not isinstance(redirects, list) or not all(is_loopback(uri) for uri in redirects):
        return refusal("invalid_redirect_uri", text="redirect_uris must be loopback addresses without a port")
    kinds = [kind for kind in wanted.get("grant_types", []) if kind in GRANTS]
    client = Client(client_id=secrets.token_hex(8), grant_types=kinds, redirect_uris=redirects,
                    client_name=str(wanted.get("client_name")), client_uri=wanted["client_uri"])
    clients[client["client_id"]] = client
    return client, 201


def is_loopback(uri):
    part = urllib.parse.urlsplit(uri)
    return part.scheme == "http" and part.netloc in LOOPBACK and not part.fragment


def page(title, *lines, fields=("username", "password")):
    rows = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
    inputs = "".join(f"<label>{name} <input name={name}></label>" for name in fields)
    buttons = "".join(f"<button name=decision value={word}>{word}</button>" for word in ("approve", "deny"))
    return f"<!doctype html><title>{title}</title><h1>{title}</h1>{rows}<form method=post>{inputs}{buttons}</form>"


def decision():
    """Returns whether a decision was posted, and the user who approved; None for a refusal."""
    word = request.form.get("decision")
    if word == "deny":
        return True, None
    user = user_with(request.form.get("username"), request.form.get("password")) if word == "approve" else None
    return user is not None, user


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    try:
        grant = server.get_consent_grant()
    except OAuth2Error as error:
        # An address that is not the client's gets no answer.
        if getattr(error, "redirect_uri", None):
            return server.handle_error_response(None, error)
        return page("Refused", f"{error.error}: {error.description}"), 400
    if not is_scope(request.args.get("scope")):
        return page("Refused", "invalid_scope"), 400
    is_decided, user = decision()
    if not is_decided:
        return page("Log in", grant.client["client_name"], request.args["scope"])
    return server.create_authorization_response(grant_user=user, grant=grant)


@app.post("/oauth2/device")
def device():
    if not is_scope(request.form.get("scope")):
        return refusal("invalid_scope", text="the API and one device of at least ten characters")
    return server.create_endpoint_response("device_authorization")


@app.route("/link", methods=["GET", "POST"])
def link():
    found = with_user_code(request.values.get("code") or request.values.get("user_code"))
    if not found:
        return page("Link a device", "There is no such code", fields=("code", "username", "password")), 404
    is_decided, user = decision()
    if not is_decided:
        return page("Link a device", clients[found["client_id"]]["client_name"], found["scope"])
    found["decision"] = (user, user is not None)
    return "<!doctype html><title>Done</title>"


def ordered(step, *names):
    """Takes the next fault that a test has ordered for a step of a user or client."""
    with lock:
        for order in orders:
            if order["at"] == step and order["for"] in names:
                order["times"] = order.get("times", 1) - 1
                if order["times"] <= 0:
                    orders.remove(order)
                return order["mode"]
    return None


def fault(mode):
    match mode:
        case "500": return refusal("server_error", 500)
        case "429": return Response("<html>slowly", 429, {"Retry-After": "1"}, content_type="text/html")
        case "html": return Response("<html>Welcome to the hotel", 200, content_type="text/html")
        case _: return refusal(mode)


@app.post("/oauth2/token")
def token():
    step = request.form.get("grant_type", "").rsplit(":", 1)[-1]
    client = request.form.get("client_id")
    old = by_refresh.get(request.form.get("refresh_token"))
    user = old.login.user if old else None
    mode = ordered(step, client, user)
    with lock:
        answer = fault(mode) if mode and mode != "lost" else server.create_token_response()
        error = (answer.get_json(silent=True) or {}).get("error")
        log.append({"step": step, "client": client, "user": user, "status": answer.status_code, "error": error})
    if mode == "lost":
        request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    return answer


@app.post("/oauth2/revoke")
def revoke():
    found = by_access.get(request.form.get("token")) or by_refresh.get(request.form.get("token"))
    mode = ordered("revoke", request.form.get("client_id"), found and found.login.user)
    if mode:
        return fault(mode)
    if found:
        found.login.end("revoked")
    return {}


@app.route("/account", methods=["GET", "POST"])
def account():
    action, (_, user) = request.args.get("action"), decision()
    if user is None:
        return page("Account", f"{action} {request.args.get('device_id')}")
    if action == "org.matrix.cross_signing_reset":
        tell_synapse("allow_cross_signing_reset", localpart=user)
    if action == "org.matrix.device_delete":
        for login in [one for one in logins if (one.user, one.device) == (user, request.args.get("device_id"))]:
            login.end("ended on the account page")
    return "<!doctype html><title>Done</title>"


# What Synapse and the tests ask for

@app.post("/oauth2/introspect")
def introspect():
    if request.headers.get("Authorization") != f"Bearer {SECRET}":
        return refusal("invalid_client", 401)
    pair = by_access.get(request.form.get("token"))
    if not pair or not pair.is_valid:
        return {"active": False}
    pair.is_used = True
    answer = {"active": True, "username": pair.login.user, "sub": pair.login.user, "scope": pair.get_scope(),
              "token_type": "access_token", "client_id": pair.login.client}
    if pair.lifetime is not None:
        # Synapse remembers an answer for two minutes at most, and for no longer than this.
        answer["expires_in"] = pair.seconds_left
    return answer | ({"device_id": pair.login.device} if pair.login.kind == "legacy" else {})


@app.route("/_test", methods=["GET", "POST"])
def test():
    with lock:
        if request.method == "POST":
            order = request.get_json(force=True)
            if "at" in order:
                orders.append(order)
            else:
                settings.setdefault(order["for"], {}).update(order)
        name = request.values.get("for")
        return {"requests": [one for one in log if name in (one["client"], one["user"])],
                "logins": [{"device": one.device, "kind": one.kind, "ended": one.end_reason}
                           for one in logins if name in (one.user, one.client)]}


if __name__ == "__main__":
    import logging
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    import legacy
    legacy.add(sys.modules["__main__"])
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
