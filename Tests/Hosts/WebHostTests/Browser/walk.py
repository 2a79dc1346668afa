"""Walks through the page in headless Chromium: `walk.py PROGRAM [CASE]`. Prints the cases that passed; fails with the first that does not."""
import http.server, json, pathlib, random, re, socket, struct, sys, tempfile, threading, time, urllib.error, urllib.request, zlib

sys.dont_write_bytecode = True
from page import By, Keys, Page, Program


def simulated(program, *arguments):
    """A program with the simulated server, in virtual time."""
    return Program(program, "--virtual-time", "--seed", "7", *arguments)


def wait_for_answer(page, selector, count):
    """Lets virtual time pass until there are that many elements."""
    for _ in range(12):
        if len(page.all(selector)) >= count:
            return
        page.click("#wait")
        page.driver.execute_async_script("setTimeout(arguments[0], 60)")
    raise AssertionError(f"no answer: {page.text('#rows')}")


def start_chat(page, name="Ada Lovelace"):
    page.click("#new-chat")
    page.type("#pane input", name)
    page.wait("the form can create", lambda: page.one("#pane button[type=submit]").is_enabled())
    page.keys(Keys.ENTER)
    page.wait_for("#title", name)


def talking(program, page):
    """The list, a new chat, a message and its receipt, an answer, an edit, a reply, a reaction and a deletion."""
    page.wait_for("#list", "John")
    assert page.driver.title == "(1) viperchat", page.driver.title
    assert "#" not in page.driver.current_url, "the token leaves the address"
    start_chat(page)
    page.send("Hello **there**")
    page.wait_for("#rows .mine strong", "there")
    wait_for_answer(page, "#rows .row:not(.mine):not(.event)", 1)
    page.wait("the message is read", lambda: page.all("#rows .delivery.read"))
    page.select("Hello there")
    page.keys("e")
    page.wait("the field has the text", lambda: "there" in page.one("#text").get_attribute("value"))
    page.keys("!", Keys.ENTER)
    page.wait_for("#rows .facts", "edited")
    theirs = page.texts("#rows .row:not(.mine):not(.event) .text")[0]
    page.select(theirs)
    page.keys("r")
    page.wait_for("#about", "Reply to")
    page.keys("An answer", Keys.ENTER)
    page.wait_for("#rows .answered", theirs[:10])
    page.select("An answer")
    page.keys("+")
    page.click("dialog [aria-label=heart]")
    page.wait_for("#rows .reactions", "❤️ 1")
    page.click("#rows .reactions button")
    page.wait("the reaction is gone", lambda: not page.all("#rows .reactions button"))
    page.select("An answer")
    page.keys("d")
    page.wait_for("dialog", "Delete this message")
    page.click_text("dialog button", "Cancel")
    assert page.has("#rows .text", "An answer"), "a question answered with no deletes nothing"
    page.select("An answer")
    page.keys("d")
    page.click_text("dialog button", "Delete")
    page.wait_gone("#rows .text", "An answer")


def screens(program, page):
    """Details, pictures, search over all and in the chat, the switcher, drafts, and the way back, by keyboard."""
    start_chat(page)
    page.send("A needle in the haystack")
    page.wait_for("#rows", "needle")
    page.click("#show-details")
    page.wait_for("#pane", "Notifications")
    page.driver.find_element(By.CSS_SELECTOR, "#pane select option[value=none]").click()
    page.wait("the chat is muted", lambda: page.has("#list .marks", "🔕"))
    page.keys(Keys.ESCAPE)
    page.wait("the details are left", lambda: not page.all("#pane"))
    page.keys("f", control=True)
    page.keys("needle")
    page.wait_for("#find-count", "1 of 1")
    assert page.driver.execute_script("return CSS.highlights.get('hit').size") == 1, "the hit is marked"
    page.keys(Keys.ESCAPE)
    page.type("#text", "half a thought")
    page.keys("k", control=True)
    page.keys("Jo")
    page.wait_for("dialog li", "John")
    page.keys(Keys.ENTER)
    page.wait_for("#title", "John")
    page.wait_for("#list .chat", "✎")
    page.keys(Keys.ARROW_UP, alt=True)
    page.wait_for("#title", "Ada Lovelace")
    page.wait("the draft is back", lambda: page.one("#text").get_attribute("value") == "half a thought")
    page.type("#search", "needle")
    page.wait_for("#list .preview", "needle")
    page.keys(Keys.ARROW_DOWN, Keys.ENTER)
    page.wait("the hit is shown", lambda: page.all("#rows .found"))
    page.click("#search")
    page.keys(Keys.ESCAPE)
    page.wait_for("#list", "John")


def notices(program, page):
    """A message that nobody looks at is told in the page; the notice goes when its chat is opened."""
    start_chat(page)
    page.send("Hello")
    page.wait_for("#rows .mine", "Hello")
    page.keys(Keys.ESCAPE)
    wait_for_answer(page, "#notices .notice", 1)
    assert page.has("#notices", "Ada Lovelace"), page.texts("#notices")
    page.click_text("#list .chat", "Ada Lovelace")
    page.wait_for("#title", "Ada Lovelace")
    # Each goes by itself after ten seconds.
    page.wait("the notice is gone", lambda: not page.all("#notices .notice"), 5)


def tab_to(page, selector):
    """Presses Tab until an element has the focus: it can be reached without a mouse."""
    for _ in range(60):
        if page.driver.execute_script("return document.activeElement.matches(arguments[0])", selector):
            return
        page.keys(Keys.TAB)
    raise AssertionError(f"Tab does not reach {selector}")


def choose(page, text):
    """Moves down in the open menu to an entry, and presses Enter."""
    page.wait_for("dialog[open]", text)
    for _ in range(20):
        if text in page.driver.execute_script("return document.activeElement.innerText"):
            return page.keys(Keys.ENTER)
        page.keys(Keys.ARROW_DOWN)
    raise AssertionError(f"the arrow keys do not reach {text}")


def choose_from(page, button, text):
    """Opens the menu of a button by keys, and chooses an entry."""
    tab_to(page, button)
    page.keys(Keys.ENTER)
    choose(page, text)


def keyboard(program, page):
    """Everything that the buttons do, by keys alone: nothing is clicked."""
    page.wait_for("#list", "John")
    page.wait("the list has the focus", lambda: page.driver.execute_script("return document.activeElement.matches('#list button')"))
    page.keys(Keys.ENTER)
    page.wait_for("#title", "John")
    page.keys(Keys.ESCAPE)
    page.wait("the list has the focus", lambda: page.driver.execute_script("return document.activeElement.matches('#list button')"))
    tab_to(page, "#new-chat")
    page.keys(Keys.ENTER)
    page.wait("the form has the focus", lambda: page.driver.execute_script("return document.activeElement.matches('#pane input')"))
    page.keys("Ada Lovelace")
    page.wait("the form can create", lambda: page.one("#pane button[type=submit]").is_enabled())
    tab_to(page, "#pane button[type=submit]")
    page.keys(Keys.ENTER)
    page.wait_for("#title", "Ada Lovelace")
    page.wait("the field has the focus", lambda: page.driver.execute_script("return document.activeElement.id === 'text'"))
    page.keys("||Hidden|| and `code`")
    page.keys(Keys.ENTER)
    page.wait_for("#rows .mine code", "code")
    # The newest message, then what is inside of it.
    page.keys(Keys.ARROW_UP)
    tab_to(page, "#rows .spoiler button")
    page.keys(Keys.ENTER)
    page.wait_for("#rows .mine .spoiler", "Hidden")
    tab_to(page, "#wait")
    page.keys(Keys.ENTER)
    page.wait("the message is read", lambda: page.all("#rows .delivery.read"))
    page.select("code")
    page.keys(Keys.ENTER)
    choose(page, "Pin for everybody")
    page.wait_for("#rows .facts", "pinned")
    page.select("code")
    page.keys("t")
    page.wait_for("#title", "Thread")
    page.keys("In the thread", Keys.ENTER)
    page.wait_for("#rows .mine .text", "In the thread")
    page.keys(Keys.ESCAPE)
    page.wait_for("#rows .answered", "1")
    for entry, shown in [("Pinned messages", "code"), ("Pictures", "No pictures yet"), ("Details", "Notifications")]:
        choose_from(page, "#chat-more", entry)
        page.wait_for("#pane", shown)
        page.keys(Keys.ESCAPE)
        page.wait("the pane is left", lambda: not page.all("#pane"))
    choose_from(page, "#chat-more", "Threads")
    page.wait_for("#title", "Threads")
    page.keys(Keys.ESCAPE)
    page.wait_gone("#title", "Threads")
    page.wait("the field has the focus", lambda: page.driver.execute_script("return document.activeElement.id === 'text'"))
    for entry, mark in [("Mute", "🔕"), ("Add to favourites", "★")]:
        choose_from(page, "#chat-more", entry)
        page.wait_for("#list .marks", mark)
    page.keys("f", control=True)
    page.keys("code", Keys.ENTER)
    page.wait_for("#find-count", "1 of 1")
    tab_to(page, "#find-close")
    page.keys(Keys.ENTER)
    page.wait("the search is over", lambda: not page.all("#finder"))
    for selector in ["#attach", "#text", "#send", "#search", "#list button", "#find-chat", "#find-text", "#show-details"]:
        tab_to(page, selector)
    choose_from(page, "#more", "Keys")
    page.wait_for("dialog", "Shift-Enter")
    page.keys(Keys.ESCAPE)
    choose_from(page, "#more", "Verification")
    page.wait_for("#pane", "No verification is going on")
    page.keys(Keys.ESCAPE)
    page.wait("the pane is left", lambda: not page.all("#pane"))
    choose_from(page, "#chat-more", "Leave the chat")
    page.wait_for("dialog", "Leave this chat?")
    page.keys(Keys.ESCAPE)


def pages(program, page):
    """A reload stays let in; a used token, another page and the end of the program are said."""
    start_chat(page)
    page.send("One")
    page.wait_for("#rows", "One")
    page.driver.refresh()
    page.wait_for("#rows", "One")
    other = Page(program.address)
    try:
        other.wait_for("#curtain", "not let in")
    finally:
        other.close()
    key = page.driver.execute_script("return sessionStorage.getItem('viperchat')")
    page.driver.switch_to.new_window("tab")
    page.driver.get(program.address.split("#")[0])
    page.driver.execute_script("sessionStorage.setItem('viperchat', arguments[0])", key)
    page.driver.refresh()
    page.wait_for("#rows", "One")
    first = page.driver.window_handles[0]
    page.driver.switch_to.window(first)
    page.wait_for("#curtain", "another page")
    page.driver.switch_to.window(page.driver.window_handles[1])
    page.type("#text", "kept")
    assert program.end() == 0
    page.wait_for("#curtain", "does not answer")
    page.keys(Keys.ENTER)
    assert page.one("#text").get_attribute("value") == "kept"


def impostor(program, page):
    """A program that takes the port of one that has ended is told from it, and learns nothing of what is typed."""
    start_chat(page)
    page.type("#text", "half a thought")
    port = int(program.address.split("#")[0].rstrip("/").rsplit(":", 1)[1])
    asked = []

    class Impostor(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            asked.append((self.path, self.rfile.read(int(self.headers["Content-Length"] or 0))))
            self.send_response(200)
            self.end_headers()
            lines = [{"word": "undefined"}, {"stream": 1, "files": "x"}, {"n": 1, "stack": ["list"], "notices": [{"text": "Forged"}]}]
            self.wfile.write("".join(json.dumps(line) + "\n" for line in lines).encode())

        def log_message(self, *_):
            pass

    assert program.end() == 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Impostor)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page.wait_for("#curtain", "Another program answers")
        page.driver.execute_async_script("setTimeout(arguments[0], 1500)")
        assert not page.has("#notices", "Forged")
        assert [path for path, _ in asked] == ["/states"] and not asked[0][1], asked
    finally:
        server.shutdown()
        server.server_close()


def sleeping(program, page):
    """A page that was frozen, as a tab that nobody looked at for long, goes on."""
    start_chat(page)
    page.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    # The program writes to each page every five seconds.
    time.sleep(6)
    page.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    page.send("Good morning")
    page.wait_for("#rows .mine", "Good morning")


def png(width, height):
    """A picture of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + b"\x30\x90\x60" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def files(program, page):
    """A picture is sent and shown with its place reserved; a page in disguise is only saved."""
    start_chat(page)
    with tempfile.TemporaryDirectory() as folder:
        picture, disguise = pathlib.Path(folder, "a picture.png"), pathlib.Path(folder, "b.png")
        picture.write_bytes(png(900, 600))
        disguise.write_text("<script>document.title = 'bad'</script>")
        page.driver.find_element(By.ID, "file").send_keys(str(picture))
        page.wait("the picture is shown", lambda: page.driver.execute_script(
            "const picture = document.querySelector('#rows img'); return picture?.complete && picture.naturalWidth === 900"))
        assert page.driver.execute_script("return document.querySelector('#rows img').getAttribute('height')") == "600"
        width = page.driver.execute_script("return document.querySelector('#rows .bubble:has(img)').clientWidth")
        assert width < 390, f"the bubble is as wide as the picture in it, not {width}"
        page.click("#rows .picture")
        page.wait("the picture is enlarged", lambda: page.all("dialog img"))
        page.keys(Keys.ESCAPE)
        page.driver.find_element(By.ID, "file").send_keys(str(disguise))
        page.wait_for("#rows .file", "b.png")
        page.wait("it can be saved", lambda: page.all("#rows .file a"))
        assert len(page.all("#rows img")) == 1


def strangers(program, page):
    """Other origins read nothing, change nothing and learn no more than that something listens."""
    page.wait_for("#list", "John")
    base = program.address.split("#")[0]
    port = base.rstrip("/").rsplit(":", 1)[1]
    for path, headers, method in [
        ("/states", {}, "POST"), ("/actions", {"Origin": base.rstrip("/")}, "POST"), ("/files/0/1", {}, "GET"), ("/", {"Host": f"evil.example:{port}"}, "GET"),
    ]:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", b"" if method == "POST" else None, headers, method=method)
        try:
            urllib.request.urlopen(request)
            raise AssertionError(f"{path} was answered")
        except urllib.error.HTTPError as error:
            assert error.code == 403 and not error.read(), path
    # The driver's own scripts may make functions of strings, so that this is not tried here.
    for attack in ["document.body.innerHTML = '<b>x</b>'", "document.body.setAttribute('onclick', 'x')"]:
        try:
            page.driver.execute_script(f"{attack}; return 1")
            raise AssertionError(f"{attack} was not blocked")
        except AssertionError:
            raise
        except Exception:
            pass
    # A page of another origin, which has the address but no token.
    evil = Page()
    try:
        evil.driver.get(f"http://127.0.0.1:{port}/unknown")
        result = evil.driver.execute_async_script("""
            const [base, done] = arguments
            const tries = [
              fetch(base + 'states', {method: 'POST', credentials: 'include'}).then(answer => answer.status, () => 'blocked'),
              fetch(base + 'actions', {method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}'}).then(answer => answer.type, () => 'blocked'),
              new Promise(resume => { const picture = new Image(); picture.onload = () => resume('read'); picture.onerror = () => resume('blocked')
                picture.src = base + 'icon.svg' }),
              new Promise(resume => { const socket = new WebSocket(base.replace('http', 'ws')); socket.onopen = () => resume('read')
                socket.onerror = () => resume('blocked') }),
            ]
            Promise.all(tries).then(done)""", base)
        assert all(found in ("blocked", "opaque") for found in result), result
    finally:
        evil.close()
    page.click("#list .chat")
    page.wait_for("#title", "John")


def hostile(program, page):
    """A million bytes of broken requests, and connections that only wait, change nothing; the page goes on."""
    page.wait_for("#list", "John")
    port = int(program.address.split("#")[0].rstrip("/").rsplit(":", 1)[1])
    chance, sent = random.Random(7), 0

    def memory():
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{program.process.pid}/status").read_text()).group(1))

    def exchange(data):
        with socket.create_connection(("127.0.0.1", port), 5) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                answer = b""
                while more := connection.recv(65536):
                    answer += more
                return answer
            except OSError:
                return b""

    whole = (f"POST /actions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\n"
             "Cookie: viperchat=0\r\nX-Viperchat: 0\r\nContent-Length: 2\r\n\r\n{}").encode()
    exchange(whole)
    before = memory()
    while sent < 1_000_000:
        data = bytearray(whole * chance.randint(1, 8))
        for _ in range(chance.randint(1, 30)):
            place = chance.randrange(len(data))
            data[place:place + chance.randint(0, 4)] = chance.randbytes(chance.randint(0, 6))
        sent += len(data)
        answer = exchange(bytes(data))
        assert b"HTTP/1.1 2" not in answer, (data, answer)
    assert memory() < before + 16_384, (before, memory())
    waiting = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(40)]
    page.click("#list .chat")
    page.wait_for("#title", "John")
    for connection in waiting:
        connection.close()


def accessible(program, page):
    """axe finds no violation on any screen and in no dialog, light and dark, wide and narrow."""
    from axe_selenium_python import Axe

    script = pathlib.Path(Axe(page.driver).script_url).read_text()
    # The page's policy forbids scripts of others; the driver's own run.
    page.driver.execute_script(script)

    def check(screen, closing=False):
        # A modal dialog stands outside of all regions, and hides them (this version of axe does not know it).
        options = {"rules": {"region": {"enabled": not closing}}}
        found = page.driver.execute_async_script("axe.run(document, arguments[0]).then(arguments[1])", options)["violations"]
        assert not found, [(screen, rule["id"], [node["html"][:150] for node in rule["nodes"]]) for rule in found]
        if closing:
            page.keys(Keys.ESCAPE)
            page.wait("the dialog is closed", lambda: not page.all("dialog"))

    def show(width, scheme):
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False})
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    page.wait_for("#list", "John")
    check("list")
    start_chat(page)
    page.send("Hello **there**, `code`")
    wait_for_answer(page, "#rows .row:not(.mine):not(.event)", 1)
    page.select("there")
    page.keys("+")
    check("reactions", closing=True)
    page.select("there")
    page.keys(Keys.ENTER)
    check("menu of a message", closing=True)
    page.select("there")
    page.keys("d")
    check("question", closing=True)
    page.keys("k", control=True)
    page.wait("chats are found", lambda: page.all("dialog li"))
    check("switcher", closing=True)
    page.click("#more")
    page.click_text("dialog button", "Keys")
    check("keys", closing=True)
    page.keys("f", control=True)
    check("search")
    page.keys(Keys.ESCAPE)
    for name, screen in [("#show-details", "details"), ("#new-chat", "form")]:
        page.click(name)
        page.wait("the pane is there", lambda: page.all("#pane"))
        check(screen)
        page.keys(Keys.ESCAPE)
        page.wait("the pane is left", lambda: not page.all("#pane"))
    for width in [360, 1440]:
        for scheme in ["light", "dark"]:
            show(width, scheme)
            check(f"{width} {scheme}")
            assert not page.overflow(), (width, page.overflow())
    # As a browser shows a window of 1440 at 200%.
    show(720, "light")
    assert not page.overflow(), page.overflow()


cases = [talking, screens, notices, keyboard, pages, impostor, sleeping, files, strangers, hostile, accessible]


def main():
    program, names = sys.argv[1], sys.argv[2:]
    for case in cases:
        if names and case.__name__ not in names:
            continue
        with tempfile.TemporaryDirectory() as data:
            run = simulated(program, *(["--data-dir", data] if case is files else []))
            page = Page(run.address)
            try:
                case(run, page)
                print(case.__name__, flush=True)
            except BaseException:
                page.picture("/tmp/viperchat-walk.png")
                print("\n".join(page.errors()), file=sys.stderr)
                raise
            finally:
                page.close()
                if run.process.poll() is None:
                    run.end()


if __name__ == "__main__":
    main()
