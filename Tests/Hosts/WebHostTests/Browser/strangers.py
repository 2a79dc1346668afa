"""Hostile requests against `viperchat web`: `strangers.py PROGRAM [CASE]`, with a page open in Chromium.

Prints what each case tried. Fails if something was read or changed, if the program crashed or grew, or if the page stopped working.
A second user is tried as root only, a full disk where a small file system can be mounted.
"""
import contextlib, http.server, json, os, pathlib, random, re, shutil, socket, struct, subprocess, sys, tempfile, threading, time, zlib

sys.dont_write_bytecode = True
from page import Page, Program
from walk import png, start_chat

secret = "A secret between Ada and me"


class Stage:
    """A program with a page, the credentials of that page, and what must not change."""

    def __init__(self, program, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        self.errors = open(pathlib.Path(self.folder.name, "errors"), "w+")
        self.data = pathlib.Path(self.folder.name, "data")
        self.program = Program(program, "--seed", "7", "--data-dir", str(self.data), *arguments, stderr=self.errors)
        self.page = Page(self.program.address, resolving="evil.example")
        self.page.wait_for("#list", "John", 20)
        start_chat(self.page)
        self.page.send(secret)
        self.page.wait_for("#rows .mine", secret)
        self.base = self.program.address.split("#")[0]
        self.origin = self.base.rstrip("/")
        self.host = self.origin.removeprefix("http://")
        self.port = int(self.host.rsplit(":", 1)[1])
        self.cookie = next(f"{cookie['name']}={cookie['value']}" for cookie in self.page.driver.get_cookies() if cookie["name"] == f"viperchat-{self.port}")
        self.key = self.page.driver.execute_script("return sessionStorage.getItem('viperchat')").split()[0]
        self.window = self.page.driver.current_window_handle
        self.sent = 0

    def end(self):
        self.page.close()
        if self.program.process.poll() is None:
            assert self.program.end() == 0
        self.errors.seek(0)
        printed = self.errors.read()
        self.errors.close()
        self.folder.cleanup()
        assert not printed, f"nothing is printed: {printed[:500]}"

    # Requests

    def connect(self, address="127.0.0.1", seconds=5):
        return socket.create_connection((address, self.port), seconds)

    def exchange(self, data, seconds=5, closing=False):
        """Sends bytes, and the end if `closing`; returns all that comes back until the connection ends, or for some seconds."""
        answer = b""
        with self.connect(seconds=seconds) as connection, contextlib.suppress(OSError):
            connection.sendall(data)
            if closing:
                connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(1 << 16):
                answer += more
        return answer

    def post(self, path, body=b"{}", leaving=(), **headers):
        """A post as the page makes it, without some headers, with others replaced or added."""
        all = {"Host": self.host, "Origin": self.origin, "Sec-Fetch-Site": "same-origin", "Cookie": self.cookie,
               "X-Viperchat": self.key, "Connection": "close", "Content-Length": str(len(body))}
        all |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{name}: {value}" for name, value in all.items() if name not in leaving]
        return "\r\n".join([f"POST {path} HTTP/1.1", *lines, "", ""]).encode() + body

    # What must hold after each case

    def memory(self):
        status = pathlib.Path(f"/proc/{self.program.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.program.process.pid}/fd"))

    def is_working(self, seconds=5):
        """The page still sends, and nothing else was sent or opened."""
        assert self.program.process.poll() is None, f"the program ended with {self.program.process.returncode}"
        self.page.driver.switch_to.window(self.window)
        assert self.page.text("#title").startswith("Ada Lovelace"), "no other chat was opened"
        self.sent += 1
        begin = time.monotonic()
        self.page.send(f"Still here, {self.sent}")
        self.page.wait_for("#rows .mine", f"Still here, {self.sent}", seconds)
        mine = self.page.driver.execute_script("return [...document.querySelectorAll('#rows .mine .text')].map(text => text.innerText)")
        known = {secret} | {f"Still here, {number}" for number in range(self.sent + 1)}
        assert set(mine) <= known, f"only the page itself sends: {set(mine) - known}"
        return time.monotonic() - begin


def status(answer):
    match = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    return int(match.group(1)) if match else None


def spooled(data):
    """The files of uploads in all profiles."""
    # Folders that go meanwhile are none.
    return [file for web in data.glob("*/web") for _, _, files in os.walk(web) for file in files]


def is_bare_refusal(answer):
    """A status with nothing behind it; or nothing at all."""
    return not answer or (status(answer) in (400, 403, 405, 411, 413, 414, 417, 431, 501, 505) and not names(answer))


def names(answer):
    """Whether an answer has a word of the page or of a chat."""
    return any(word in answer.lower() for word in [b"viperchat", b"ada", b"john", b"chat"])


@contextlib.contextmanager
def site(page):
    """A web site of somebody else on this machine: returns its port. It says everything that `page` says."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())
        do_POST = do_GET

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


# What a page of another origin tries: each promise says "read" or "blocked".
tries = """
const [base, done] = arguments
const loaded = (element, source, property = 'src') => new Promise(resume => {
  element.onload = () => resume('read'); element.onerror = () => resume('blocked')
  element[property] = source; document.body.append(element)
  setTimeout(() => resume('blocked'), 4000)
})
const fetched = (path, options) => fetch(base + path, {credentials: 'include', ...options}).then(
  async answer => answer.type === 'opaque' || !answer.ok ? 'blocked' : 'read ' + await answer.text(), () => 'blocked')
const style = Object.assign(document.createElement('link'), {rel: 'stylesheet'})
const framed = new Promise(resume => {
  const frame = document.createElement('iframe')
  frame.onload = () => { try { resume(frame.contentDocument.body.innerHTML ? 'read' : 'blocked') } catch { resume(frame.contentWindow.length ? 'read' : 'blocked') } }
  frame.src = base; document.body.append(frame); setTimeout(() => resume('blocked'), 4000)
})
const socket = new Promise(resume => {
  const socket = new WebSocket(base.replace('http', 'ws') + 'states')
  socket.onopen = () => resume('read'); socket.onerror = () => resume('blocked')
})
const events = new Promise(resume => {
  const events = new EventSource(base + 'states', {withCredentials: true})
  events.onopen = () => resume('read'); events.onerror = () => { events.close(); resume('blocked') }
})
navigator.sendBeacon(base + 'actions', '{}')
Promise.all([
  loaded(new Image(), base + 'icon.svg'), loaded(new Image(), base + 'files/0/1'), loaded(document.createElement('script'), base + 'main.js'),
  loaded(style, base + 'page.css', 'href'), framed, socket, events,
  fetched(''), fetched('states', {method: 'POST'}), fetched('enter', {method: 'POST', body: '0'}), fetched('actions', {method: 'POST', body: '{}'}),
  fetched('actions', {method: 'POST', mode: 'no-cors', body: '{}'}), fetched('states', {method: 'POST', mode: 'no-cors'}),
  fetched('actions', {method: 'POST', headers: {'X-Viperchat': '0'}, body: '{}'}), fetched('upload', {method: 'PUT', body: 'x'}),
]).then(done)
"""


def cross_site(stage):
    """Pages of other sites and of another port of the same name: images, scripts, frames, sockets, posts and forms."""
    driver = stage.page.driver
    with site("<!doctype html><title>evil</title><body>") as port:
        name = stage.host.rsplit(":", 1)[0]
        for other in [f"http://evil.localhost:{port}/", f"http://127.0.0.1:{port}/", f"http://{name}:{port}/", f"http://evil.example:{port}/"]:
            driver.switch_to.new_window("tab")
            driver.get(other)
            for base in [stage.base, f"http://127.0.0.1:{stage.port}/"]:
                found = driver.execute_async_script(tries, base)
                assert all(result == "blocked" for result in found), (other, base, found)
            for path in ["actions", "enter", "states", "upload", ""]:
                # A form needs no permission of the other side.
                driver.get(other)
                driver.execute_script("""
                    const form = Object.assign(document.createElement('form'), {method: 'POST', action: arguments[0], enctype: 'text/plain'})
                    const field = Object.assign(document.createElement('input'), {name: '{"page":"', value: '"}'})
                    form.append(field); document.body.append(form); form.submit()""", stage.base + path)
                stage.page.wait("the form has an answer", lambda: driver.execute_script("return document.readyState") == "complete")
                shown = driver.execute_script("return document.body.innerText")
                assert "Ada" not in shown and "John" not in shown, (path, shown)
            driver.close()
            driver.switch_to.window(stage.window)
    return "4 other origins, 20 ways each"


def rebinding(stage):
    """A name of somebody else that leads to this machine: its page is of the origin that the browser asks."""
    driver = stage.page.driver
    driver.switch_to.new_window("tab")
    for name in ["evil.example", "localhost", "other.localhost"]:
        base = f"http://{name}:{stage.port}/"
        driver.get(base)
        assert not driver.execute_script("return document.body?.innerText ?? ''").strip() or "403" in driver.page_source, name
        found = driver.execute_async_script("""
            const [key, done] = arguments
            const tried = (path, options) => fetch(path, options).then(async answer => [answer.status, await answer.text()], () => [0, ''])
            Promise.all([tried('/'), tried('/main.js'), tried('/states', {method: 'POST', headers: {'X-Viperchat': key}}),
              tried('/actions', {method: 'POST', headers: {'X-Viperchat': key}, body: '{}'}), tried('/enter', {method: 'POST', body: key}),
            ]).then(done)""", stage.key)
        # A page of an error has an origin of its own, which may ask nothing at all.
        assert all(code in (0, 403) and not text for code, text in found), (name, found)
    driver.close()
    driver.switch_to.window(stage.window)
    for host in ["evil.example", f"evil.example:{stage.port}", f"localhost:{stage.port}", f"127.0.0.1:{stage.port + 1}", "127.0.0.1", "",
                 f"{stage.host}.", f"x{stage.host}", stage.host.upper(), f"{stage.host}\t", f"{stage.host}@evil.example", f"evil.example#{stage.host}"]:
        get = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        answer = stage.exchange(get)
        # White space around a value does not count (RFC 9110).
        assert is_bare_refusal(answer) or host.strip() == stage.host, (host, answer)
    return "3 names in the browser, 12 in the header"


def credentials(stage):
    """A post with all but one of the credentials, or one of them twice, is refused; with all of them it is not."""
    assert status(stage.exchange(stage.post("/actions"))) == 204, "the page itself may post"
    cookie, held = stage.cookie.split("=")
    refused = [
        stage.post("/actions", leaving=[name]) for name in ["Host", "Origin", "Sec-Fetch-Site", "Cookie", "X-Viperchat"]
    ] + [
        stage.post("/actions", **{name: value}) for name, value in [
            ("Origin", "null"), ("Origin", "http://evil.example"), ("Origin", f"http://127.0.0.1:{stage.port}"), ("Sec_Fetch_Site", "cross-site"),
            ("Sec_Fetch_Site", "none"), ("Cookie", f"{cookie}="), ("Cookie", f"{cookie}={stage.key}"), ("X_Viperchat", held),
            ("X_Viperchat", stage.key[:-1]), ("X_Viperchat", stage.key + "0"), ("Cookie", f"{stage.cookie}; {stage.cookie}"),
        ]
    ]
    for name in ["Host", "Origin", "Sec-Fetch-Site", "Cookie", "X-Viperchat", "Content-Length"]:
        request = stage.post("/actions")
        line = re.search(rf"{name}: .*?\r\n".encode(), request).group()
        refused.append(request.replace(line, line + line))
    for request in refused:
        answer = stage.exchange(request)
        assert is_bare_refusal(answer), (request, answer)
    token = stage.program.address.split("#")[1]
    for guess in [token, token[:-1], "", "0" * 64, "0" * 128, "0" * 129, "\0" * 64]:
        answer = stage.exchange(stage.post("/enter", guess.encode(), leaving=["Cookie", "X-Viperchat"]))
        assert is_bare_refusal(answer), (guess, answer)
    return f"{len(refused)} posts, 7 tokens"


def second_user(stage):
    """Another user of the machine, who even has the credentials: no answer at all, and nothing in the list of processes."""
    pid = stage.program.process.pid
    arguments = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    assert stage.program.address.split("#")[1].encode() not in arguments and stage.host.split(".")[0].encode() not in arguments
    for path in stage.data.glob("*"):
        assert path.stat().st_mode & 0o077 == 0, f"{path} is closed to others"
    # The interpreter of this script may be in a folder that is closed to others.
    interpreter = shutil.which("python3", path="/usr/bin:/bin")
    if os.geteuid() != 0 or interpreter is None:
        return "not tried: needs root, and a python3 in /usr/bin"
    script = """
import socket, sys
address, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
request, answered = sys.stdin.buffer.read(), 0
for _ in range(count):
    with socket.create_connection((address, port), 5) as connection:
        try:
            connection.sendall(request)
            answered += len(connection.recv(1000))
        except ConnectionError:
            pass
print(answered)
"""
    tried = 0
    for address in ["127.0.0.1", "::1"]:
        for request in [stage.post("/actions"), stage.post("/states", b""), f"GET / HTTP/1.1\r\nHost: {stage.host}\r\n\r\n".encode(), b"GET / HTTP/1.0\r\n\r\n"]:
            try:
                found = subprocess.run([interpreter, "-c", script, address, str(stage.port), "50"], input=request, user="nobody", group="nogroup",
                                       extra_groups=[], cwd="/", capture_output=True, check=True)
            except subprocess.CalledProcessError as error:
                if address == "::1" and b"Cannot assign" in error.stderr:
                    break
                raise AssertionError(error.stderr.decode()) from None
            assert found.stdout.strip() == b"0", (request, found.stdout)
            tried += 50
    return f"{tried} connections of nobody"


def waiting(stage):
    """300 connections that say nothing, and 10,000 one after the other: a new page comes at once."""
    page = f"GET / HTTP/1.1\r\nHost: {stage.host}\r\nConnection: close\r\n\r\n".encode()
    open_ones, slowest = [], 0.0
    for number in range(300):
        open_ones.append(stage.connect())
        if number % 50 == 49:
            begin = time.monotonic()
            assert status(stage.exchange(page)) == 200, f"after {number + 1} idle connections"
            slowest = max(slowest, time.monotonic() - begin)
    stage.page.driver.switch_to.window(stage.window)
    begin = time.monotonic()
    stage.page.driver.refresh()
    stage.page.wait_for("#rows .mine", secret)
    reload = time.monotonic() - begin
    for connection in open_ones:
        connection.close()
    for _ in range(10_000):
        with contextlib.suppress(ConnectionError):
            stage.connect().close()
    assert status(stage.exchange(page)) == 200
    assert slowest < 1 and reload < 3, (slowest, reload)
    return f"a page after {slowest * 1000:.0f} ms, a reload after {reload * 1000:.0f} ms"


def slow(stage):
    """Requests and answers that never end: a byte now and then, at once, behind a whole request, and an answer that nobody reads."""
    page = f"GET /chat.js HTTP/1.1\r\nHost: {stage.host}\r\n\r\n".encode()
    first, second, unread, body = (stage.connect() for _ in range(4))
    second.sendall(page)
    while not second.recv(1 << 16).endswith(b"}\n"):
        pass
    unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    unread.sendall(page * 100)
    body.sendall(stage.post("/actions", b"", leaving=["Content-Length"], Content_Length="1000"))
    slow_ones, ended, begin = {"request": first, "second request": second, "body": body}, {}, time.monotonic()
    while len(ended) < len(slow_ones) and time.monotonic() - begin < 25:
        for name, connection in slow_ones.items():
            if name in ended:
                continue
            try:
                connection.sendall(b"G")
                connection.settimeout(0.01)
                if connection.recv(100) == b"":
                    raise ConnectionError
            except TimeoutError:
                pass
            except ConnectionError:
                ended[name] = time.monotonic() - begin
        time.sleep(0.5)
    assert len(ended) == len(slow_ones), f"still open after 25 s: {set(slow_ones) - set(ended)}"
    for connection in [*slow_ones.values(), unread]:
        connection.close()
    return ", ".join(f"{name} ended after {seconds:.0f} s" for name, seconds in ended.items())


def smuggled(stage):
    """Requests that two readers would cut differently: what hides behind them is not served."""
    hidden = stage.post("/actions", b'{"page":"x","number":1,"actions":[]}')
    ways = {
        "length and chunks": stage.post("/actions", b"0\r\n\r\n", Transfer_Encoding="chunked"),
        "chunks alone": stage.post("/actions", b"0\r\n\r\n", leaving=["Content-Length"], Transfer_Encoding="chunked"),
        "two lengths": stage.post("/actions", b"{}").replace(b"Content-Length: 2\r\n", b"Content-Length: 2\r\nContent-Length: 0\r\n"),
        "a length too short": stage.post("/actions", b"{}", Content_Length="1"),
        "a negative length": stage.post("/actions", b"{}", Content_Length="-1"),
        "a length with a sign": stage.post("/actions", b"{}", Content_Length="+2"),
        "a length in hexadecimal": stage.post("/actions", b"{}", Content_Length="0x2"),
        "a length of 2^64 + 2": stage.post("/actions", b"{}", Content_Length=str((1 << 64) + 2)),
        "a list of lengths": stage.post("/actions", b"{}", Content_Length="2, 2"),
        "a wrong coding": stage.post("/actions", b"{}", Transfer_Encoding="xchunked"),
        "a folded header": stage.post("/actions", b"{}").replace(b"Content-Length: 2", b"X: a\r\n Content-Length: 0\r\nContent-Length: 2"),
        "a bare line feed": stage.post("/actions", b"{}").replace(b"\r\nContent-Length: 2", b"\nTransfer-Encoding: chunked\r\nContent-Length: 2"),
        "a space before the colon": stage.post("/actions", b"{}").replace(b"Content-Length: 2", b"Transfer-Encoding : chunked\r\nContent-Length: 2"),
        "a zero in a header": stage.post("/actions", b"{}").replace(b"Content-Length: 2", b"X: \0\r\nContent-Length: 2"),
    }
    lines = []
    for name, request in ways.items():
        request = request.replace(b"Connection: close", b"Connection: keep-alive")
        answer = stage.exchange(request + hidden, seconds=2)
        served = answer.count(b"HTTP/1.1 204")
        # A request of stated length may be followed by another one: that is a connection that stays open.
        allowed = 2 if name in ("a folded header", "a space before the colon", "a zero in a header") else 1
        assert served <= allowed, (name, answer)
        assert served == 0 or name not in ("length and chunks", "chunks alone", "two lengths", "a negative length", "a length of 2^64 + 2"), name
        lines.append(f"{name}: {status(answer)}")
    return f"{len(ways)} ways ({'; '.join(lines)})"


def sizes(stage):
    """Headers of a megabyte, many of them, long paths, a body of 100 MB, bodies that end early or never."""
    get = f"GET / HTTP/1.1\r\nHost: {stage.host}\r\n"
    huge = {
        "a header of 1 MB": f"{get}X: {'a' * (1 << 20)}\r\n\r\n".encode(),
        "100,000 headers": (get + "X: a\r\n" * 100_000 + "\r\n").encode(),
        "a path of 1 MB": f"GET /{'a' * (1 << 20)} HTTP/1.1\r\nHost: {stage.host}\r\n\r\n".encode(),
        "no line end in 1 MB": b"a" * (1 << 20),
        "100 MB of JSON": stage.post("/actions", b"[" * (100 << 20)),
        "a body that ends early": stage.post("/actions", b"{}", Content_Length="1000"),
        "a body of 6 MiB that is no JSON": stage.post("/actions", b"[" * (6 << 20)),
        "a file of 2^60 bytes": stage.post("/upload", b"x", Content_Length=str(1 << 60), X_Chat="c", X_Name="n"),
        "a file without a chat": stage.post("/upload", b"x"),
        "a stream with a body": stage.post("/states", b"x"),
    }
    found = {name: status(stage.exchange(request, closing=True)) for name, request in huge.items()}
    assert all(code is None or code >= 400 or "no JSON" in name for name, code in found.items()), found
    return ", ".join(f"{name}: {code or 'ended'}" for name, code in found.items())


def uploads(stage):
    """A file that stops, names that lead elsewhere, pictures that fill all memory, and a full disk."""
    chat = stage.page.driver.execute_script("return document.querySelector('#list [aria-current]') !== null")
    assert chat, "a chat is open"
    for _ in range(20):
        with stage.connect() as connection:
            connection.sendall(stage.post("/upload", b"part", Content_Length="1000000", X_Chat="c", X_Name="..%2F..%2Fevil"))
    for name in ["..%2F..%2F..%2Ftmp%2Fevil", "%00", "a%00b", ".", "..", "%2F", "a" * 5000, "%FF%FE", ""]:
        stage.exchange(stage.post("/upload", b"x", X_Chat="nobody", X_Name=name))
    assert not pathlib.Path("/tmp/evil").exists() and not pathlib.Path(stage.folder.name, "evil").exists()
    # A connection that has stopped is ended after 30 s.
    stage.page.wait("nothing is left of a file that stopped, or was for no open chat", lambda: not spooled(stage.data), 45)

    def header(width, height):
        chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    for name, content in [("bomb.png", header(60_000, 60_000) + png(8, 8)[33:]), ("wide.png", header(2**31 - 1, 2**31 - 1)),
                          ("flat.png", header(0, 1)), ("script.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
                          ("page.html", b"<script>document.title = 'bad'</script>")]:
        path = pathlib.Path(stage.folder.name, name)
        path.write_bytes(content)
        stage.page.driver.find_element("id", "file").send_keys(str(path))
        stage.page.wait_for("#rows .file", name, 20)
    assert not stage.page.all("#rows .mine img"), "none of them is shown"
    return "20 that stop, 9 names, 5 pictures that are none"


def words(stage):
    """Posts of the page itself with unknown screens, actions, ids and types: all of them are dropped."""
    values = [None, True, -1, 1e308, 2**63, "", "x", "\0", "\ud800", "a" * 100_000, [], {}, [[]], "chat", "list", "app", "details", "send", "open",
              "leave", "find", "wait", "verifyOwn", "!:test", "$x"]
    keys = ["page", "number", "stream", "painted", "actions", "screen", "name", "chat", "thread", "threads", "message", "text", "reason", "on", "chats"]
    chance, count = random.Random(7), 0

    def any_action():
        return {chance.choice(keys): chance.choice(values) for _ in range(chance.randint(0, 8))}
    for _ in range(500):
        body = any_action() | {"page": "stranger", "actions": [any_action() for _ in range(chance.randint(0, 5))]}
        answer = stage.exchange(stage.post("/actions", json.dumps(body).encode()))
        assert status(answer) == 204, (body, answer)
        count += 1
    for body in [b"", b"\xff", b"null", b"1", b'"' * 10_000, b"[" * 1_000_000, b'{"a":' * 100_000, b'{"actions":[' + b"{}," * 300_000 + b"{}]}",
                 b'{"page":"' + b"\\u0000" * 100_000 + b'"}', b'{"number":' + b"9" * 100_000 + b"}"]:
        assert status(stage.exchange(stage.post("/actions", body))) == 204
        count += 1
    return f"{count} posts"


def fuzz(stage):
    """A million bytes of broken requests, half of them with the credentials of the page."""
    chance, sent = random.Random(7), 0
    whole = [stage.post("/actions", b'{"page":"x","actions":[{"screen":"chat","name":"send","text":"fuzz"}]}'), stage.post("/states", b""),
             stage.post("/actions", leaving=["Cookie"]), stage.post("/states", b"", X_Viperchat="0"),
             f"GET /files/0/1 HTTP/1.1\r\nHost: {stage.host}\r\nCookie: {stage.cookie}\r\nSec-Fetch-Site: same-origin\r\n\r\n".encode()]
    while sent < 1_000_000:
        data = bytearray(b"".join(chance.choice(whole) for _ in range(chance.randint(1, 6))))
        for _ in range(chance.randint(1, 40)):
            place = chance.randrange(len(data))
            data[place:place + chance.randint(0, 6)] = chance.randbytes(chance.randint(0, 8))
        # A whole request for the stream would take the page over, as another page of this user may.
        data = data.replace(b"POST /states", b"POST /state_")
        sent += len(data)
        answer = stage.exchange(bytes(data), seconds=2, closing=True)
        assert b"Ada" not in answer and b"John" not in answer, (data, answer)
    return f"{sent} bytes"


def full_disk(program):
    """A disk that fills up under an upload: the page says so, and the program goes on."""
    with tempfile.TemporaryDirectory() as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], capture_output=True).returncode == 0
        if not mounted:
            return "not tried: cannot mount a small file system"
        try:
            run = Program(program, "--seed", "7", "--data-dir", f"{folder}/data")
            page = Page(run.address)
            try:
                page.wait_for("#list", "John", 20)
                start_chat(page)
                big = pathlib.Path(tempfile.gettempdir(), "viperchat-big")
                big.write_bytes(bytes(16 << 20))
                page.driver.find_element("id", "file").send_keys(str(big))
                page.wait_for("#notices", "could not be sent", 20)
                big.unlink()
                assert not spooled(pathlib.Path(folder, "data")), "the part that came is gone"
                page.send("Still here")
                page.wait_for("#rows .mine", "Still here")
            finally:
                page.close()
                assert run.end() == 0
        finally:
            subprocess.run(["umount", "-l", folder])
    return "an upload of 16 MB onto 8 MB"


cases = [cross_site, rebinding, credentials, second_user, waiting, slow, smuggled, sizes, uploads, words, fuzz]


def main():
    program, wanted = sys.argv[1], sys.argv[2:]
    chosen = [case for case in cases if not wanted or case.__name__ in wanted]
    stage = Stage(program) if chosen else None
    failed = 0
    try:
        # The first exchange of each kind takes memory that stays.
        for case in chosen:
            before, open_before = stage.memory(), stage.descriptors()
            begin = time.monotonic()
            try:
                found = case(stage)
                delay = stage.is_working()
                stage.page.wait("no descriptor is left", lambda: stage.descriptors() <= open_before + 8, 20)
                grown = stage.memory() - before
                assert grown < 32_768, f"the program grew by {grown} KiB"
                print(f"{case.__name__}: {found}; {time.monotonic() - begin:.1f} s, grown by {grown} KiB, the page sends after {delay * 1000:.0f} ms", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"{case.__name__}: FAILED: {error}", flush=True)
                if stage.program.process.poll() is not None:
                    raise
    finally:
        if stage:
            stage.end()
    if not wanted or "full_disk" in wanted:
        print(f"full_disk: {full_disk(program)}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
