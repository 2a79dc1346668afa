"""The login API of before OAuth, as authorization servers still offer it. All other requests go on to Synapse."""
import http.client, secrets, time, urllib.parse

from flask import Response, redirect, request


def add(service):
    app, login_tokens = service.app, {}
    versions = "<any(v3, r0):version>"

    def refusal(status, code, text, **more): return {"errcode": code, "error": text, **more}, status

    def issue(login, is_refreshable):
        """Returns a new pair and the answer that contains it."""
        if not is_refreshable:
            pair = service.Pair(login, "lat_" + secrets.token_urlsafe(24))
            return pair, {"access_token": pair.access}
        seconds = service.lifetime(login.user)
        pair = service.Pair(login, "lat_" + secrets.token_urlsafe(24), "lrt_" + secrets.token_urlsafe(24), seconds)
        return pair, {"access_token": pair.access, "refresh_token": pair.refresh, "expires_in_ms": seconds * 1000}

    @app.get(f"/_matrix/client/{versions}/login")
    def flows(version):
        sso = {"type": "m.login.sso", "oauth_aware_preferred": True, "identity_providers": []}
        return {"flows": [{"type": "m.login.password"}, sso, {"type": "m.login.token"}]}

    @app.post(f"/_matrix/client/{versions}/login")
    def log_in(version):
        body = request.get_json(force=True, silent=True) or {}
        if body.get("type") == "m.login.token":
            user, deadline = login_tokens.pop(body.get("token"), (None, 0))
            user = user if time.time() < deadline else None
        else:
            name = (body.get("identifier") or {}).get("user", "").lstrip("@").split(":")[0]
            user = service.user_with(name, body.get("password"))
        if user is None:
            return refusal(403, "M_FORBIDDEN", "Wrong name, password or token")
        with service.lock:
            found = service.Login(user, body.get("device_id") or secrets.token_hex(5).upper(), "legacy")
            answer = issue(found, body.get("refresh_token"))[1]
        return {"user_id": f"@{user}:{service.SERVER_NAME}", "device_id": found.device, **answer}

    @app.route(f"/_matrix/client/{versions}/login/sso/redirect", methods=["GET", "POST"])
    @app.route(f"/_matrix/client/{versions}/login/sso/redirect/<provider>", methods=["GET", "POST"])
    def single_sign_on(version, provider=None):
        target = request.args.get("redirectUrl")
        _, user = service.decision()
        if not target:
            return refusal(400, "M_MISSING_PARAM", "redirectUrl is missing")
        if user is None:
            return service.page("Log in", target)
        value = secrets.token_urlsafe(16)
        login_tokens[value] = user, time.time() + 120
        return redirect(f"{target}{'&' if '?' in target else '?'}loginToken={value}", 302)

    @app.post(f"/_matrix/client/{versions}/refresh")
    def renew(version):
        with service.lock:
            old = service.refreshable((request.get_json(force=True, silent=True) or {}).get("refresh_token"))
            if not old or old.login.kind != "legacy":
                return refusal(401, "M_UNKNOWN_TOKEN", "Unknown refresh token", soft_logout=False)
            pair, answer = issue(old.login, True)
            service.replace(old, pair)
            return answer

    @app.post(f"/_matrix/client/{versions}/logout")
    def log_out(version):
        pair = service.by_access.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
        if not pair or not pair.is_valid or pair.login.kind != "legacy":
            return refusal(401, "M_UNKNOWN_TOKEN", "Unknown access token")
        pair.login.end("logged out")
        return {}

    @app.get("/_matrix/client/v1/auth_metadata")
    def auth_metadata(): return service.metadata()

    @app.get("/.well-known/matrix/client")
    def well_known(): return {"m.homeserver": {"base_url": service.BASE}}

    @app.route("/_matrix/<path:rest>", methods=["GET", "POST", "PUT", "DELETE"])
    def onward(rest):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(service.SYNAPSE).netloc, timeout=300)
        fields = {name: value for name, value in request.headers if name.lower() not in ("connection", "accept-encoding")}
        # As the client wrote it: an escaped slash is no slash.
        connection.request(request.method, request.environ["RAW_URI"], request.get_data(), fields)
        answer = connection.getresponse()
        kept = [(name, value) for name, value in answer.getheaders()
                if name.lower() not in ("transfer-encoding", "connection", "content-length", "server", "date")]
        return Response(answer.read(), answer.status, kept)
