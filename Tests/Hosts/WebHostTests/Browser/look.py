"""Saves pictures of the page in three widths, light and dark: `look.py FOLDER [PROGRAM]`.

Empty, busy and hostile: the accounts are on `homeserver.py`. Fails if something stands out of the window, or moves by itself, or if axe finds
something wrong.
"""
import pathlib, sys, tempfile, time

sys.dont_write_bytecode = True
from homeserver import Homeserver
from page import Keys, Page, Program, log_in
from walk import png

word = "w" * (64 << 10)
zalgo = "Zalgo: t̷̢̛̗͖̟͍͌̈́̀h̸̡͙͓̟̿̔͝ȉ̶̞̮͝s̵͍̎"
overrides = "\u202eevil \u2066text\u2069 turned\u202e"
scripts = ["שלום עולם", "مرحبا بالعالم", "漢字かな交じり文", "한국어 문장", "ภาษาไทย", "हिन्दी पाठ", "Ελληνικά", "Русский текст", "မြန်မာ", "አማርኛ", "தமிழ்", "བོད་ཡིག"]
family = "👨‍👩‍👧‍👦🏳️‍🌈"
hostile_names = [word[:2000], overrides, zalgo, *scripts, family * 10, "\u200b", "Ada\nLovelace\ttab", "<b>bold</b> &amp;", "ﷺﷺﷺ", "Ada Lovelace"]
hostile_texts = [
    word, overrides * 20, (zalgo + " ") * 20, "\n".join(scripts), " ".join(scripts) * 10, family * 40, "\n" * 200 + "end", "a\u0300" * 2000,
    "https://ok.example/" + "path/" * 300, "x " * 20_000, "   ", "\u2800" * 500, "<script>alert(1)</script> &lt; &amp;",
]
formatted = [
    "<h1>Title</h1><ul><li>one<ul><li>two<ol><li>three</li></ol></li></ul></li></ul>",
    "<blockquote>" * 40 + "deep" + "</blockquote>" * 40,
    f"<pre><code>let line = \"{'wide ' * 200}\"\n\tindented\n</code></pre> and <code>{'c' * 3000}</code>",
    '<a href="https://evil.example/path">bank.example</a> <a href="javascript:alert(1)">script</a> <span data-mx-spoiler="why">hidden</span>',
    "<table>" + "<tr>" + "<td>cell</td>" * 60 + "</tr></table>", "<del><b><i><u>all at once</u></i></b></del> " * 50,
]
keys = ["👍", "❤️", "😂", "🎉", "🔥", family, "ok", "w" * 40, "שלום", "\u202eabc"] + [chr(0x1F600 + number) for number in range(30)]


people = ["Ada Lovelace", "Grace Hopper", "Emmy Noether", "Alan Turing", "Mary Somerville", "Charles Babbage", "Hypatia", "Katherine Johnson", "Sofia Kovalevskaya"]
chatter = [
    "See you at nine?", "It is open until nine, and there is that place with the soup nearby.", "👍", "I read it twice and I like it more each time.",
    "Have you ever tried to teach a cat anything?", "The engine weaves algebraical patterns.", "Thank you!", "Where did you take that photograph?",
]


def sunset(line):
    """The colours of a picture of 360 lines: the sky, and the sea from 230 on."""
    if line < 230:
        return (60 + line * 180 // 230, 90 + line * 80 // 230, 150 - line * 50 // 230)
    return (30 + (360 - line) // 2, 60 + (360 - line) // 2, 100 + (360 - line) // 3) if line % 7 else (200, 150, 110)


def fill_busy(server):
    # Those with names last, and each in a millisecond of its own, so that they are above.
    for chat in range(39, 0, -1):
        server.push(chat % 3 + 1, chat, chatter[chat % len(chatter)])
        time.sleep(0.002)
    texts = ["Have you seen the exhibition at the harbour?", "Not yet. Is it still open?", "Until nine, and there is that place with the soup nearby.", "Then let us go on Friday."]
    ids = [server.add(0, {"msgtype": "m.text", "body": texts[number % 4]}, sender=number % 4) for number in range(24)]
    server.add(0, {"msgtype": "m.text", "body": "Friday it is", "m.relates_to": {"m.in_reply_to": {"event_id": ids[-1]}}}, sender=1)
    for sender, key in enumerate(["👍", "👍", "❤️"]):
        server.add(0, {"m.relates_to": {"rel_type": "m.annotation", "event_id": ids[-2], "key": key}}, "m.reaction", sender)
    for sender, text in enumerate(["The one by the water?", "Yes, at the second table."]):
        server.add(0, {"msgtype": "m.text", "body": text, "m.relates_to": {"rel_type": "m.thread", "event_id": ids[-4]}}, sender=sender)
    server.add(0, {"pinned": [ids[0], ids[-1]]}, "m.room.pinned_events", state_key="")
    server.add(0, {"topic": "Friday evenings, and what is on at the harbour"}, "m.room.topic", state_key="")


def fill_hostile(server):
    ids = []
    for number, text in enumerate(hostile_texts):
        ids.append(server.add(0, {"msgtype": "m.text", "body": text}, sender=number % len(hostile_names)))
    for number, html in enumerate(formatted):
        ids.append(server.add(0, {"msgtype": "m.text", "body": html, "format": "org.matrix.custom.html", "formatted_body": html}, sender=number % len(hostile_names)))
    for name in ["n" * 250 + ".pdf", "photo\u202egnp.exe", "שם קובץ.txt"]:
        server.add(0, {"msgtype": "m.file", "body": name, "filename": name, "url": "mxc://test/file", "info": {"size": 1 << 40}}, sender=3)
    server.add(0, {"msgtype": "m.image", "body": "wide.png", "url": "mxc://test/image", "info": {"size": 10, "w": 60_000, "h": 1, "mimetype": "image/png"}}, sender=4)
    answered = server.add(0, {"msgtype": "m.text", "body": f"To {word[:500]}", "m.relates_to": {"m.in_reply_to": {"event_id": ids[0]}}}, sender=1)
    for number, key in enumerate(keys):
        server.add(0, {"m.relates_to": {"rel_type": "m.annotation", "event_id": answered, "key": key}}, "m.reaction", number % len(hostile_names))
    for chat in range(1, len(hostile_names)):
        server.push(1, chat, hostile_texts[chat % len(hostile_texts)].replace("{", ""))


class Look:
    def __init__(self, folder, name, page):
        self.folder, self.name, self.page, self.problems = folder, name, page, []

    def __call__(self, what):
        self.page.driver.execute_async_script("setTimeout(arguments[0], 200)")
        places = "return [...document.querySelectorAll('#list .chat, #rows .row, #text, #pane > *')].map(one => JSON.stringify(one.getBoundingClientRect()))"
        before = self.page.driver.execute_script(places)
        self.page.picture(str(self.folder / f"{self.name}-{what}.png"))
        self.page.driver.execute_async_script("setTimeout(arguments[0], 300)")
        after = self.page.driver.execute_script(places)
        self.problems += [(self.name, what, "stands out", found) for found in self.page.overflow()]
        self.problems += [(self.name, what, *found) for found in self.page.violations()]
        if before != after:
            self.problems.append((self.name, what, "moves by itself", sum(old != new for old, new in zip(before, after)), len(before), len(after)))


def look_empty(look, page):
    page.wait_for("#list-status", "No chats yet", 20)
    look("1-empty")
    page.click("#new-chat")
    page.wait("the form is there", lambda: page.all("#pane input"))
    look("2-form")
    page.keys(Keys.ESCAPE)
    page.click("#more")
    look("3-menu")
    page.keys(Keys.ESCAPE)
    page.type("#search", "nothing")
    page.wait_for("#list-status", "Nothing found")
    look("4-search")


def look_busy(look, page):
    page.wait("the list is there", lambda: len(page.all("#list .chat")) > 5, 20)
    look("1-list")
    for close in page.all("#notices [aria-label='Close the notice']"):
        close.click()
    page.driver.execute_script("[...document.querySelectorAll('#list .chat')].find(chat => chat.innerText.includes('Harbour')).click()")
    page.wait_for("#rows", "Friday it is", 20)
    look("2-chat")
    page.send("I will bring the tickets, and an umbrella.")
    with tempfile.TemporaryDirectory() as folder:
        picture = pathlib.Path(folder, "harbour.png")
        picture.write_bytes(png(640, 360, sunset))
        page.driver.find_element("id", "file").send_keys(str(picture))
        page.wait("the picture", lambda: page.all("#rows img"), 20)
    look("3-picture")
    page.select("Friday it is")
    look("4-selected")
    page.keys(Keys.ENTER)
    look("4-menu")
    page.keys(Keys.ESCAPE)
    page.keys("+")
    look("5-reactions")
    page.keys(Keys.ESCAPE)
    page.select("Friday it is")
    page.keys("r")
    page.keys("Half an answer")
    look("6-reply")
    page.keys(Keys.ESCAPE)
    page.click("#show-details")
    page.wait_for("#pane", "Notifications")
    look("7-details")
    page.click("#pane .people button")
    look("7-member")
    page.keys(Keys.ESCAPE)
    page.click("#pane button", "Rename")
    look("7-rename")
    page.keys(Keys.ESCAPE)
    leave_pane(page)
    for entry, shown in [("Pictures", "harbour.png"), ("Pinned", "exhibition")]:
        page.click("#chat-more")
        page.click("dialog button", entry)
        page.wait_for("#pane", shown)
        look(f"7-{entry.lower()}")
        leave_pane(page)
    page.click("#chat-more")
    look("7-chat-menu")
    page.click("dialog button", "Threads")
    page.wait_for("#title", "Threads")
    look("7-threads")
    page.click("#chat-back")
    page.wait_gone("#title", "Threads")
    page.keys("k", control=True)
    page.keys("a")
    page.wait("chats are found", lambda: page.all("dialog li"))
    look("8-switcher")
    # The first empties the field.
    page.keys(Keys.ESCAPE, Keys.ESCAPE)
    page.click("#chat-more")
    page.click("dialog button", "Go to a day")
    look("8-day")
    page.keys(Keys.ESCAPE)
    page.keys("f", control=True)
    page.keys("harbour")
    page.wait("messages are found", lambda: page.text("#find-count"))
    look("9-find")
    page.keys(Keys.ESCAPE)
    page.driver.execute_script("document.querySelector('#chat-back').click()")
    page.wait("the list has the focus", lambda: page.driver.execute_script("return document.activeElement.matches('#list button')"))
    page.type("#search", "harbour")
    page.wait_for("#list .preview", "harbour")
    look("a-search")
    page.keys(Keys.ESCAPE)
    page.keys("k", control=True)
    page.keys("Reading")
    page.wait_for("dialog li", "Reading circle")
    page.keys(Keys.ENTER)
    page.wait_for("#invitation", "Join")
    look("b-invitation")
    page.driver.execute_script("document.querySelector('#chat-back').click()")
    page.wait("the list is there", lambda: page.all("#more"))
    page.click("#more")
    page.click("dialog button", "Verification")
    page.wait_for("#pane", "No verification")
    look("c-verification")
    leave_pane(page)
    page.click("#new-chat")
    page.type("#pane input", "Grace Hopper")
    page.click("#pane button", "Add to a group")
    page.wait("the person is added", lambda: page.all("#pane .chip"))
    page.type("#pane input", "Emmy")
    look("d-form")


def leave_pane(page):
    page.keys(Keys.ESCAPE)
    page.wait("the pane is left", lambda: not page.all("#pane"))


def look_hostile(look, page):
    page.wait("the list is there", lambda: len(page.all("#list .chat")) > 5, 20)
    look("1-list")
    page.driver.execute_script("[...document.querySelectorAll('#list .chat')].find(chat => chat.querySelector('.name').innerText.startsWith('wwwww')).scrollIntoView()")
    look("2-list")
    page.driver.execute_script("[...document.querySelectorAll('#list .chat')].find(chat => chat.querySelector('.name').innerText.startsWith('wwwww')).click()")
    # It opens at the first unread message.
    page.wait_for("#rows", "New")
    page.driver.execute_script("document.querySelector('#newest').click()")
    page.wait("the reactions", lambda: page.has("#rows .reactions", "more"), 30)
    look("3-reactions")
    page.click("#rows .reactions button", "more")
    # Some of the 40 are too long, or have another direction than they show.
    assert len(page.all("dialog li")) > 30, page.texts("dialog li")
    look("3-all-reactions")
    page.keys(Keys.ESCAPE)
    for number in range(8):
        page.driver.execute_script("const rows = document.querySelector('#rows'); rows.scrollTop = rows.scrollHeight * (1 - (arguments[0] + 1) / 9)", number)
        look(f"4-scrolled-{number}")
    page.click("#show-details")
    page.wait_for("#pane", "Notifications")
    look("5-details")
    page.keys(Keys.ESCAPE)
    page.keys("k", control=True)
    page.keys("w")
    look("6-switcher")


cases = {
    "empty": (look_empty, lambda: Homeserver(0), lambda server: None),
    "busy": (look_busy, lambda: Homeserver(60, names=people, titles=["Harbour"], invitations=["Reading circle"]), fill_busy),
    "hostile": (look_hostile, lambda: Homeserver(len(hostile_names), names=hostile_names, titles=[f"{name} in a group" for name in hostile_names]), fill_hostile),
}


def main():
    folder = pathlib.Path(sys.argv[1])
    program = sys.argv[2] if len(sys.argv) > 2 else ".build/debug/viperchat"
    folder.mkdir(parents=True, exist_ok=True)
    problems = []
    for case, (walk, serve, fill) in cases.items():
        if len(sys.argv) > 3 and case not in sys.argv[3:]:
            continue
        for width, dark in [(360, False), (360, True), (800, False), (800, True), (1440, False), (1440, True)]:
            server = serve()
            with tempfile.TemporaryDirectory() as data:
                log_in(program, data, server.url)
                run = Program(program, "--data-dir", data)
                page = Page(width=width, height=800, dark=dark)
                look = Look(folder, f"{case}-{width}-{'dark' if dark else 'light'}", page)
                try:
                    page.wait("the account's chats are there", server.is_taken, 30)
                    fill(server)
                    page.wait("all of them", server.is_taken, 30)
                    page.driver.get(run.address)
                    walk(look, page)
                    problems += look.problems
                finally:
                    page.close()
                    run.end()
                    server.end()
    for problem in problems:
        print(*problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
