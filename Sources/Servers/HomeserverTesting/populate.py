"""Fills a homeserver with rooms for measurements: 200 x 100 messages for Alice, 1,000 x 20 for Bob, all with Carol.

    populate.py URL FOLDER PASSWORD...

The passwords are Alice's, Bob's and Carol's. Skips rooms that exist already according to FOLDER.
"""
import http.client, json, pathlib, sys, threading, urllib.parse

SIZES = {"alice": (200, 100), "bob": (1000, 20)}
TEXT = "Message {} in room {}: the quick brown fox jumps over the lazy dog, and then some."


class Client:
    def __init__(self, host, user, password):
        self.connection, self.token = http.client.HTTPConnection(host, timeout=120), None
        identifier = {"type": "m.id.user", "user": user}
        login = {"type": "m.login.password", "identifier": identifier, "password": password, "device_id": "FILL"}
        self.token = self("POST", "login", login)["access_token"]

    def __call__(self, method, path, body):
        fields = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        self.connection.request(method, "/_matrix/client/v3/" + path, json.dumps(body), fields)
        answer = self.connection.getresponse()
        data = answer.read()
        if answer.status != 200:
            sys.exit(f"{answer.status} {data[:300]} {path}")
        return json.loads(data)


def fill(host, passwords, user, begin, notes):
    own, carol = Client(host, user, passwords[user]), Client(host, "carol", passwords["carol"])
    rooms, messages = SIZES[user]
    for number in range(begin, rooms, 2):
        mark = notes / f"{user}-{number}"
        if mark.exists():
            continue
        content = {"preset": "private_chat", "name": f"Room {number}", "invite": [f"@{user}:test"]}
        room = urllib.parse.quote(carol("POST", "createRoom", content)["room_id"])
        own("POST", f"rooms/{room}/join", {})
        for count in range(messages):
            client = own if count % 3 == 0 else carol
            body = {"msgtype": "m.text", "body": TEXT.format(count, number)}
            client("PUT", f"rooms/{room}/send/m.room.message/fill-{count}", body)
        mark.touch()


def main():
    url, folder, *words = sys.argv[1:]
    host, passwords = urllib.parse.urlsplit(url).netloc, dict(zip(["alice", "bob", "carol"], words))
    notes = pathlib.Path(folder) / "filled"
    notes.mkdir(exist_ok=True)
    for user in SIZES:
        threads = [threading.Thread(target=fill, args=(host, passwords, user, begin, notes)) for begin in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if len(list(notes.glob(f"{user}-*"))) < SIZES[user][0]:
            sys.exit("not all rooms could be made")
    print(json.dumps("filled"), flush=True)


main()
