"""Measures the page by the browser's own clock: `measure.py PROGRAM [--chats N] [--burst N] [--storm MINUTES] [--strict]`.

The program is logged in to `homeserver.py`, in real time. Prints each figure with its target; with `--strict` a missed target is a failure.
In the same run, the full screen on a pseudo-terminal receives the same burst.
"""
import argparse, fcntl, json, os, pathlib, pty, select, signal, statistics, struct, sys, tempfile, termios, threading, time, urllib.request

sys.dont_write_bytecode = True
import websocket
from homeserver import Homeserver
from page import Keys, Page, Program, log_in

# Runs before the page's own scripts: counts what the stream brings, and notes when keys and rows are painted.
probe = """
window.probe = {bytes: 0, lines: 0, posts: 0, keys: [], rows: [], list: undefined}
const channel = new MessageChannel(), painted = []
channel.port1.onmessage = () => { const now = performance.now(); for (const done of painted.splice(0)) done(now) }
// A frame's callback runs before the frame is drawn; the message comes behind it.
const afterPaint = done => requestAnimationFrame(() => { painted.push(done); channel.port2.postMessage(0) })
const original = window.fetch
window.fetch = async (address, ...rest) => {
  const answer = await original(address, ...rest)
  if (address === '/actions') probe.posts += 1
  if (address !== '/states' || !answer.ok) return answer
  const counted = new TransformStream({transform(piece, next) {
    probe.bytes += piece.length
    for (const byte of piece) if (byte === 10) probe.lines += 1
    next.enqueue(piece)
  }})
  return new Response(answer.body.pipeThrough(counted), {status: answer.status, headers: answer.headers})
}
addEventListener('keydown', event => {
  if (event.key.length !== 1 && event.key !== 'Enter') return
  const begin = event.timeStamp
  if (event.key === 'Enter') probe.entered = begin
  else afterPaint(now => probe.keys.push(now - begin))
}, true)
addEventListener('DOMContentLoaded', () => {
  new MutationObserver(() => {
    if (probe.list === undefined) { probe.list = null; afterPaint(now => probe.list = now) }
  }).observe(document.querySelector('#list'), {childList: true})
  new MutationObserver(changes => {
    for (const change of changes) for (const row of change.addedNodes) {
      const text = row.querySelector?.('.text')?.innerText
      if (!text) continue
      const [isMine, entered] = [row.classList.contains('mine'), probe.entered]
      if (isMine && entered === undefined) continue
      if (isMine) probe.entered = undefined
      afterPaint(now => probe.rows.push({text, mine: isMine, delay: isMine ? now - entered : undefined, at: performance.timeOrigin + now}))
    }
  }).observe(document.querySelector('#rows'), {childList: true})
})
"""


class Typist:
    """Types letters at a fixed pace, whether the page keeps up or not, and without waiting for it."""

    def __init__(self, page):
        address = page.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        targets = json.load(urllib.request.urlopen(f"http://{address}/json"))
        target = next(target for target in targets if target["type"] == "page" and "localhost" in target["url"])
        self.socket = websocket.create_connection(target["webSocketDebuggerUrl"], suppress_origin=True)
        self.number = 0
        self.isOver = False
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        try:
            while self.socket.recv():
                pass
        except Exception:
            pass

    def type(self, letter):
        for kind in ["keyDown", "keyUp"]:
            self.number += 1
            values = {"type": kind, "key": letter, "code": f"Key{letter.upper()}", "windowsVirtualKeyCode": ord(letter.upper())}
            if kind == "keyDown":
                values["text"] = letter
            self.socket.send(json.dumps({"id": self.number, "method": "Input.dispatchKeyEvent", "params": values}))

    def type_until(self, is_over, pause=0.015, least=1):
        """Types until something is over, and at least a number of letters; returns the number."""
        count, begin = 0, time.monotonic()
        while count < least or not is_over():
            self.type("abcdefgh"[count % 8])
            count += 1
            time.sleep(max(0, begin + count * pause - time.monotonic()))
        return count

    def end(self):
        self.socket.close()


class Terminal:
    """The full screen on a pseudo-terminal of 120 by 40."""

    def __init__(self, program, *arguments):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(program, [program, *arguments])
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.received, self.arrivals = 0, []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            try:
                data = os.read(self.descriptor, 1 << 16)
            except OSError:
                return
            self.received += len(data)
            self.arrivals.append((time.monotonic(), data))

    def write(self, text):
        os.write(self.descriptor, text.encode())

    def wait_quiet(self, seconds=1):
        count = -1
        while count != self.received:
            count = self.received
            time.sleep(seconds)

    def delays(self, is_over, least):
        """Types letters, each 15 ms after the one before was seen; returns how long each took in ms."""
        delays = []
        while len(delays) < least or not is_over():
            # Each letter is new in its place, so it must be written.
            letter = "qxzjkvwy"[len(delays) % 8]
            seen, begin = len(self.arrivals), time.monotonic()
            self.write(letter)
            while time.monotonic() - begin < 5:
                found = next((at for at, data in self.arrivals[seen:] if letter.encode() in data), None)
                if found:
                    delays.append((found - begin) * 1000)
                    break
                time.sleep(0.0005)
            else:
                raise AssertionError("a letter was not seen for 5 s")
            time.sleep(0.015)
        return delays

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)


class Figures:
    def __init__(self):
        self.missed = []

    def tell(self, name, value, unit, limit=None):
        isMissed = limit is not None and not value <= limit
        if isMissed:
            self.missed.append(name)
        target = f" (target {limit} {unit}{': MISSED' if isMissed else ''})" if limit is not None else ""
        print(f"{name}: {value:,.1f} {unit}{target}", flush=True)


def start_page(address):
    page = Page()
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": probe})
    page.driver.get(address)
    return page


def value(page, script):
    return page.driver.execute_script(f"return {script}")


def heap(page):
    """The bytes of the page's objects after a collection, its elements and listeners."""
    page.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    page.driver.execute_cdp_cmd("Performance.enable", {})
    metrics = page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    found = {metric["name"]: metric["value"] for metric in metrics}
    return found["JSHeapUsedSize"] / 1024, found["Nodes"], found["JSEventListeners"]


def resident(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measure_first_page(figures, page, chats):
    page.wait("the list is painted", lambda: value(page, "typeof probe.list === 'number'"), 60)
    first = "probe.list - performance.getEntriesByType('navigation')[0].requestStart"
    figures.tell(f"first page of {chats} chats, from its request to painted rows", value(page, first), "ms", 200)
    reloads = []
    for _ in range(5):
        page.driver.refresh()
        page.wait("the list is painted", lambda: value(page, "typeof probe.list === 'number'"), 60)
        reloads.append(value(page, first))
    figures.tell("the same by a reload, median of 5", statistics.median(reloads), "ms")
    figures.tell("elements in the page", value(page, "document.querySelectorAll('*').length"), "", 3000)


def measure_own(figures, page, count=30):
    """From Enter to the own row on the screen: the post, the commit, the state and the frame."""
    for number in range(count):
        page.send(f"Own {number}")
        page.wait("the row is painted", lambda: value(page, f"probe.rows.some(row => row.mine && row.text === 'Own {number}')"))
    delays = value(page, "probe.rows.filter(row => row.mine).map(row => row.delay)")
    figures.tell(f"from Enter over the commit to the painted row, median of {len(delays)}", statistics.median(delays), "ms", 17)
    figures.tell("the slowest of them", max(delays), "ms")


def measure_received(figures, page, server, count=30):
    delays, sizes = [], []
    for _ in range(count):
        before, begin = value(page, "probe.bytes"), time.time() * 1000
        text = server.push()
        page.wait("the row is painted", lambda: value(page, f"probe.rows.some(row => row.text === {json.dumps(text)})"))
        delays.append(value(page, f"probe.rows.find(row => row.text === {json.dumps(text)}).at") - begin)
        # The list, the counts and the receipt come with it or right behind.
        time.sleep(0.3)
        sizes.append(value(page, "probe.bytes") - before)
    figures.tell(f"from the homeserver to the painted row, median of {count}", statistics.median(delays), "ms")
    figures.tell("bytes for one message with all that follows, median", statistics.median(sizes), "bytes", 512)
    figures.tell("the most of them", max(sizes), "bytes")


def measure_idle_keys(figures, page, typist):
    page.driver.execute_script("probe.keys = []; document.querySelector('#text').focus()")
    count = typist.type_until(lambda: True, least=100)
    page.wait("all letters are painted", lambda: value(page, "probe.keys.length") >= count)
    keys = value(page, "probe.keys")
    figures.tell(f"a letter, idle, median of {count}", statistics.median(keys), "ms")
    figures.tell("the latest of them", max(keys), "ms")


def measure_burst(figures, page, server, typist, process, burst):
    page.driver.execute_script("probe.keys = []; probe.rows = []; document.querySelector('#text').value = ''; document.querySelector('#text').focus()")
    before = {name: value(page, f"probe.{name}") for name in ["bytes", "lines", "posts"]}
    begin = time.time() * 1000
    last = server.push(burst)
    count = typist.type_until(server.is_taken, least=60)
    page.wait("the last one is painted", lambda: value(page, f"probe.rows.some(row => row.text === {json.dumps(last)})"), 120)
    page.wait("all letters are painted", lambda: value(page, "probe.keys.length") >= count)
    end = value(page, f"probe.rows.find(row => row.text === {json.dumps(last)}).at")
    keys = value(page, "probe.keys")
    after = {name: value(page, f"probe.{name}") - before[name] for name in before}
    figures.tell(f"{burst} messages at once, the last one painted after", end - begin, "ms")
    figures.tell(f"a letter meanwhile, each 15 ms, median of {count}", statistics.median(keys), "ms")
    figures.tell("the latest of them", max(keys), "ms", 33)
    late = sum(delay > 33 for delay in keys)
    figures.tell("letters later than 33 ms", late, "", 0)
    figures.tell("states in it", after["lines"], "")
    figures.tell("posts in it", after["posts"], "")
    figures.tell("bytes of a message in it", after["bytes"] / burst, "bytes", 512)
    figures.tell("rows that the page holds", value(page, "document.querySelectorAll('#rows .row').length"), "", 500)
    figures.tell("memory of the program", resident(process), "MiB")


def measure_storm(figures, page, server, process, minutes):
    """Fifty messages a second; the page's memory after each tenth of the time."""
    heaps = []
    for part in range(11):
        end = time.monotonic() + minutes * 6
        while part and time.monotonic() < end:
            server.push(5)
            time.sleep(0.1)
        page.wait("the burst is over", server.is_taken, 60)
        time.sleep(1)
        # The probe's notes of what was painted are no part of the page.
        page.driver.execute_script("probe.rows.length = probe.keys.length = 0")
        heaps.append(heap(page) + (resident(process),))
    print("heap of the page after each tenth, KiB: " + " ".join(f"{found[0]:.0f}" for found in heaps))
    first, last = heaps[1], heaps[-1]
    figures.tell(f"growth of the page's heap in {minutes} minutes of storm", last[0] - first[0], "KiB", 512)
    figures.tell("elements and texts before and after", last[1] - first[1], "more", 200)
    figures.tell("listeners before and after", last[2] - first[2], "more", 200)
    figures.tell("growth of the program", last[3] - first[3], "MiB", 8)


def measure_sleep(figures, page, server, count=5000):
    """A page that was frozen, as over a night, skips to the newest state."""
    before = value(page, "probe.bytes")
    page.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    last = server.push(count)
    while not server.is_taken():
        time.sleep(0.1)
    begin = time.time() * 1000
    page.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    # A page that is active again stays hidden, and paints nothing, until its tab is chosen.
    tab = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.close()
    page.driver.switch_to.window(tab)
    page.wait("the newest message is painted", lambda: value(page, f"probe.rows.some(row => row.text === {json.dumps(last)})"), 30)
    figures.tell(f"{count} messages while the page was frozen: the newest painted after", value(page, "probe.rows.at(-1).at") - begin, "ms", 2000)
    figures.tell("bytes that it got for them", value(page, "probe.bytes") - before, "", 300_000)


def measure_terminal(figures, program, folder, server, burst):
    data = str(folder / "terminal")
    log_in(program, data, server.url)
    terminal = Terminal(program, "--data-dir", data)
    try:
        terminal.wait_quiet()
        terminal.write("\r")
        terminal.wait_quiet()
        idle = terminal.delays(lambda: True, least=20)
        figures.tell("in the full screen: a letter, idle, median of 20", statistics.median(idle), "ms")
        server.push(burst)
        delays = terminal.delays(server.is_taken, least=20)
        figures.tell(f"in the full screen: a letter in a burst, median of {len(delays)}", statistics.median(delays), "ms")
        figures.tell("in the full screen: the latest of them", max(delays), "ms")
    finally:
        terminal.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--chats", type=int, default=10_000)
    parser.add_argument("--burst", type=int, default=10_000)
    parser.add_argument("--storm", type=float, default=2, help="minutes")
    parser.add_argument("--no-terminal", action="store_true")
    parser.add_argument("--strict", action="store_true")
    options = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        server = Homeserver(options.chats)
        log_in(options.program, str(folder / "page"), server.url)
        run = Program(options.program, "--data-dir", str(folder / "page"))
        page = typist = None
        try:
            # The account's chats are fetched before the first page is measured.
            begin = time.monotonic()
            while not server.is_taken():
                assert time.monotonic() - begin < 120, "the account's chats do not come"
                time.sleep(0.1)
            time.sleep(1)
            page = start_page(run.address)
            measure_first_page(figures, page, options.chats)
            page.click("#list .chat")
            page.wait_for("#title", "Person")
            chat = int(page.text("#title").split()[-1])
            typist = Typist(page)
            pushed = server.push
            server.push = lambda count=1: pushed(count, chat)
            measure_own(figures, page)
            measure_received(figures, page, server)
            measure_idle_keys(figures, page, typist)
            measure_burst(figures, page, server, typist, run.process, options.burst)
            if options.storm:
                measure_storm(figures, page, server, run.process, options.storm)
            measure_sleep(figures, page, server)
        finally:
            if typist:
                typist.end()
            if page:
                page.close()
            run.end()
        if not options.no_terminal:
            measure_terminal(figures, options.program, folder, server, options.burst)
        server.end()
    if figures.missed:
        print(f"missed: {', '.join(figures.missed)}")
    sys.exit(1 if figures.missed and options.strict else 0)


if __name__ == "__main__":
    main()
