"""A Matrix homeserver for measurements and pictures: one account, any number of chats, and events as fast as the client takes them."""
import http.server, json, re, threading, time, urllib.parse

user, device = "@me:test", "DEVICE"


class Homeserver:
    """Serves on loopback. The chats are `!0:test`, `!1:test` and so on, each with a contact of its own.

    The first contacts have the names that are given; those of the first chats that have a title are groups of all these contacts.
    The first contact invites to further groups, by their titles.
    """

    def __init__(self, chats, batch=1000, names=(), titles=(), invitations=()):
        self.chats, self.batch, self.names, self.titles, self.invitations = chats, batch, names, titles, invitations
        self.changed = threading.Condition()
        # Whether it refuses what is sent.
        self.refuses = False
        self.position, self.news, self.count, self.keys, self.waiting = 0, [], 0, {}, 0
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Small answers must not wait for an acknowledgement.
            disable_nagle_algorithm = True

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                data = self.rfile.read(length)
                body = json.loads(data) if data and "json" in self.headers.get("Content-Type", "") else {}
                path, _, query = self.path.partition("?")
                status, answer = owner.answer(self.command, urllib.parse.unquote(path), urllib.parse.parse_qs(query), body)
                data = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, *_):
                pass

            def handle_one_request(self):
                try:
                    super().handle_one_request()
                except ConnectionError:
                    self.close_connection = True

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def end(self):
        self.server.shutdown()
        self.server.server_close()

    def push(self, count=1, chat=0, text="Message {}"):
        """Queues messages of the contact of a chat; returns the text of the last one."""
        with self.changed:
            for _ in range(count):
                self.count += 1
                self.news.append((chat, self.message(chat, text.format(self.count))))
            self.changed.notify_all()
            return text.format(self.count)

    def add(self, chat, content, kind="m.room.message", sender=0, state_key=None):
        """Queues an event of a contact; returns its id."""
        with self.changed:
            self.count += 1
            event = self.event(f"$added{self.count}", self.contact(sender), kind, content, state_key)
            self.news.append((chat, event))
            self.changed.notify_all()
            return event["event_id"]

    def is_taken(self):
        """Whether the client has stored everything that was queued, and waits for more."""
        with self.changed:
            return not self.news and self.waiting > 0

    # Answers

    def answer(self, method, path, query, body):
        path = re.sub(r"^/_matrix/client/(v3|r0|v1|unstable)", "", path)
        match path.strip("/").split("/"):
            case ["_matrix", "client", "versions"]:
                return 200, {"versions": ["v1.11"], "unstable_features": {}}
            case ["login"]:
                return 200, {"flows": [{"type": "m.login.password"}]} if method == "GET" else {"user_id": user, "device_id": device, "access_token": "token"}
            case ["account", "whoami"]:
                return 200, {"user_id": user, "device_id": device}
            case ["sync"]:
                return 200, self.sync(query)
            case ["_matrix", "media", _, "upload"]:
                return 200, {"content_uri": f"mxc://test/{time.time_ns()}"}
            case ["keys", "upload"]:
                self.keys = body.get("device_keys") or self.keys
                return 200, {"one_time_key_counts": {"signed_curve25519": 50}}
            case ["keys", "query"]:
                return 200, {"device_keys": {user: {device: self.keys}} if self.keys else {}, "failures": {}}
            case ["pushrules", *_]:
                return 200, {"global": {}}
            case ["rooms", room, "joined_members"]:
                number = int(room[1:].split(":")[0])
                people = {number} | (set(range(len(self.names))) if number < len(self.titles) else set())
                return 200, {"joined": {user: {"display_name": "Me"}} | {self.contact(other): {"display_name": self.name(other)} for other in people}}
            case ["rooms", room, "messages"]:
                return 200, {"chunk": [], "start": "start"}
            case ["rooms", _, "send", _, _] if self.refuses:
                return 403, {"errcode": "M_FORBIDDEN", "error": "Not now"}
            case ["rooms", room, "send", kind, transaction]:
                with self.changed:
                    self.count += 1
                    event = self.event(f"$own{self.count}", user, kind, body) | {"unsigned": {"transaction_id": transaction}}
                    self.news.append((room[1:].split(":")[0], event))
                    self.changed.notify_all()
                return 200, {"event_id": event["event_id"]}
            case ["rooms", *_] | ["presence", *_] | ["user", *_] if method in ("PUT", "POST"):
                return 200, {}
            case _:
                return 404, {"errcode": "M_NOT_FOUND", "error": "Not found"}

    def sync(self, query):
        if "since" not in query:
            direct = {self.contact(number): [f"!{number}:test"] for number in range(len(self.titles), self.chats)}
            return {"next_batch": "s0", "account_data": {"events": [{"type": "m.direct", "content": direct}]},
                    "device_one_time_keys_count": {"signed_curve25519": 50},
                    "rooms": {"join": {f"!{number}:test": self.room(number) for number in range(self.chats)},
                              "invite": {f"!invitation{number}:test": self.invitation(title) for number, title in enumerate(self.invitations)}}}
        with self.changed:
            # Of a request that is repeated, the answer is lost; a measurement loses none.
            if not self.news and int(query.get("timeout", ["0"])[0]) > 1000:
                self.waiting += 1
                self.changed.wait(min(int(query["timeout"][0]) / 1000, 25))
                self.waiting -= 1
            news, self.news = self.news[:self.batch], self.news[self.batch:]
            self.position += 1
            joined = {}
            for chat, event in news:
                joined.setdefault(f"!{chat}:test", []).append(event)
            return {"next_batch": f"s{self.position}", "device_one_time_keys_count": {"signed_curve25519": 50}, "rooms": {"join": {
                room: {"timeline": {"events": events, "limited": False, "prev_batch": "p"}, "unread_notifications": {"notification_count": 0, "highlight_count": 0}}
                for room, events in joined.items()}}}

    def room(self, number):
        contact = self.contact(number)
        state = [
            self.event(f"$create{number}", contact, "m.room.create", {"creator": contact, "room_version": "11"}, ""),
            self.event(f"$me{number}", user, "m.room.member", {"membership": "join", "displayname": "Me"}, user),
            self.event(f"$they{number}", contact, "m.room.member", {"membership": "join", "displayname": self.name(number)}, contact),
        ]
        if number < len(self.titles):
            state += [self.event(f"$name{number}", contact, "m.room.name", {"name": self.titles[number]}, "")] + [
                self.event(f"$they{number}-{other}", self.contact(other), "m.room.member", {"membership": "join", "displayname": self.name(other)},
                           self.contact(other)) for other in range(len(self.names)) if other != number]
        count = 2 + len(self.names) if number < len(self.titles) else 2
        return {"state": {"events": state}, "timeline": {"events": [self.message(number, f"Hello from {self.name(number)}")], "limited": False, "prev_batch": "p"},
                "summary": {"m.heroes": [contact], "m.joined_member_count": count, "m.invited_member_count": 0},
                "unread_notifications": {"notification_count": 0, "highlight_count": 0}}

    def invitation(self, title):
        events = [
            self.event("$create", self.contact(0), "m.room.create", {"creator": self.contact(0), "room_version": "11"}, ""),
            self.event("$name", self.contact(0), "m.room.name", {"name": title}, ""),
            self.event("$they", self.contact(0), "m.room.member", {"membership": "join", "displayname": self.name(0)}, self.contact(0)),
            self.event("$me", self.contact(0), "m.room.member", {"membership": "invite", "displayname": "Me"}, user),
        ]
        return {"invite_state": {"events": events}}

    def contact(self, number):
        return f"@person{number}:test"

    def name(self, number):
        return self.names[int(number)] if int(number) < len(self.names) else f"Person {number}"

    def message(self, number, text):
        return self.event(f"$message{self.count}-{number}", self.contact(number), "m.room.message", {"msgtype": "m.text", "body": text})

    def event(self, id, sender, kind, content, state_key=None):
        # The first chat is the newest.
        event = {"event_id": id, "sender": sender, "type": kind, "content": content, "origin_server_ts": int(time.time() * 1000)}
        return event if state_key is None else event | {"state_key": state_key}
