"""Two people with a page each, over Synapse, encrypted: `encrypted.py PROGRAM ADDRESS`, with the address that `.ci/matrix start` prints.

They begin a chat, read each other, verify each other's devices by emoji, and refuse emoji that differ.
"""
import hashlib, hmac, json, pathlib, secrets, subprocess, sys, tempfile, urllib.request

sys.dont_write_bytecode = True
from page import Keys, Page, Program


def register(server, name):
    """A new user, whose chats are not those of other tests."""
    address = f"{server}/_synapse/admin/v1/register"
    nonce = json.load(urllib.request.urlopen(address))["nonce"]
    mac = hmac.new(b"registration", "\0".join([nonce, name, "password", "notadmin"]).encode(), hashlib.sha1).hexdigest()
    body = {"nonce": nonce, "username": name, "password": "password", "displayname": name.capitalize(), "admin": False, "mac": mac}
    urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})).read()


class Person:
    def __init__(self, program, server, folder, name):
        self.name, data = name, str(pathlib.Path(folder, name))
        found = subprocess.run([program, "login", server, "--data-dir", data], input=f"{name}\npassword\n", text=True, capture_output=True)
        assert found.returncode == 0, found.stdout + found.stderr
        self.run = Program(program, "--data-dir", data)
        self.page = Page(self.run.address)

    def end(self):
        self.page.close()
        self.run.end()

    def emoji(self):
        """The emoji that the page shows, with their names; none before they are there."""
        return self.page.texts("#pane .emoji li")

    def answer(self, label):
        self.page.click("#pane button", label)

    def says(self, text):
        self.page.wait_for("#pane [role=status]", text)


def begin(ada, ben):
    """Ada begins a chat with Ben, who joins; each reads the other."""
    page = ada.page
    page.click("#new-chat")
    page.type("#pane input", f"@{ben.name}:test")
    page.wait("the form can create", lambda: page.one("#pane button[type=submit]").is_enabled())
    page.keys(Keys.ENTER)
    page.wait_for("#title", "🔒")
    ben.page.wait("the invitation is there", lambda: ben.page.all("#list .chat"))
    ben.page.click("#list .chat")
    ben.page.click("#invitation button", "Join")
    ben.page.wait("Ben can write", lambda: ben.page.all("#text"))
    page.wait_for("#rows", ben.name.capitalize())
    page.send("Only **you** can read this")
    ben.page.wait_for("#rows strong", "you")
    ben.page.send("And only you this")
    page.wait_for("#rows .text", "And only you this")
    page.wait("Ada's message was read", lambda: page.all("#rows .delivery.read"))


def compare(ada, ben):
    """Ada asks from the chat's menu; Ben is asked wherever he is. Returns once both see the emoji."""
    ada.page.click("#chat-more")
    ada.page.click("dialog button", "Verify")
    ada.page.wait("the screen of the verification", lambda: ada.page.all("#pane [role=status]"))
    ben.page.wait("Ben is asked", lambda: ben.page.all("#banner button"))
    assert "compare emoji" in ben.page.text("#banner"), ben.page.text("#banner")
    look(ben)
    ben.page.click("#banner button")
    ben.says("asks you to compare emoji")
    ben.answer("Compare emoji")
    for person in [ada, ben]:
        person.page.wait("the emoji are there", lambda: len(person.emoji()) == 7)
    assert ada.emoji() == ben.emoji(), (ada.emoji(), ben.emoji())
    assert ada.page.text("#pane .numbers") == ben.page.text("#pane .numbers")
    look(ada)


def look(person):
    """Nothing of what is shown is hard to see, to hear or to reach, or stands out of the window."""
    for width, dark in [(1440, False), (360, True)]:
        person.page.show(width, dark)
        found = person.page.violations(), person.page.overflow()
        assert found == ([], []), (width, found)
    person.page.show(1440, False)


def is_verified(person, other):
    """Whether the details show a device of the other person as verified."""
    person.page.click("#show-details")
    person.page.wait_for("#pane", "Notifications")
    found = "verified" in person.page.text("#pane").replace("not verified", "")
    person.page.keys(Keys.ESCAPE)
    person.page.wait("the details are left", lambda: not person.page.all("#pane"))
    return found


def leave(person):
    person.page.click("#pane [aria-label=Back]")
    person.page.wait("the chat is back", lambda: not person.page.all("#pane"))


def main():
    program, server = sys.argv[1:3]
    names = [f"{name}{secrets.token_hex(4)}" for name in ["ada", "ben"]]
    for name in names:
        register(server, name)
    with tempfile.TemporaryDirectory() as folder:
        people = []
        try:
            for name in names:
                people.append(Person(program, server, folder, name))
            ada, ben = people
            begin(ada, ben)
            print("encrypted chat", flush=True)
            compare(ada, ben)
            # One of them sees other emoji: nothing is verified on either side.
            ben.answer("They differ")
            for person in people:
                person.says("not verified")
                leave(person)
            assert not is_verified(ada, ben) and not is_verified(ben, ada), "emoji that differ verify nobody"
            print("emoji that differ", flush=True)
            compare(ada, ben)
            ada.answer("They match")
            ada.says("to confirm the emoji")
            ben.answer("They match")
            for person in people:
                person.says("is verified")
                leave(person)
            assert is_verified(ada, ben) and is_verified(ben, ada)
            ada.page.send("Now it is surely you")
            ben.page.wait_for("#rows .text", "Now it is surely you")
            assert not ben.page.all("#rows .warning"), ben.page.texts("#rows .warning")
            for person in people:
                assert not person.page.errors(), person.page.errors()
            print("verification by emoji", flush=True)
        except BaseException:
            for person in people:
                person.page.picture(f"/tmp/viperchat-{person.name[:3]}.png")
                print("\n".join(person.page.errors()), file=sys.stderr)
            raise
        finally:
            for person in people:
                person.end()


if __name__ == "__main__":
    main()
