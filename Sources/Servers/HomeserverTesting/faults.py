"""A faulty proxy in front of a homeserver: responses are cut, delayed, lost, refused or another's.

    faults.py URL SEED

Prints the port that it listens on. Each line of input sets the percentage of requests that fail from now on; the response is the
number of failures so far, by kind. Ends with its input.
"""
import asyncio, collections, json, random, struct, socket, sys, urllib.parse

RESET, LINGER = struct.pack("ii", 1, 0), (socket.SOL_SOCKET, socket.SO_LINGER)
HTML = b"<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
LIMIT = json.dumps({"errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests", "retry_after_ms": 120}).encode()
FAULTS = ["cut in the headers", "cut in the body", "late", "reset before", "reset after", "429", "502 before", "502 after"]


class Proxy:
    def __init__(self, url, seed):
        parts = urllib.parse.urlsplit(url)
        self.upstream, self.random = (parts.hostname, parts.port), random.Random(seed)
        self.rate, self.counts = 0.0, collections.Counter()

    async def serve(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
            body = await reader.readexactly(int(fields.get(b"content-length", 0)))
            fault = self.random.choice(FAULTS) if self.random.random() < self.rate else None
            self.counts[fault or "none"] += 1
            await self.answer(fault, head, body, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def answer(self, fault, head, body, reader, writer):
        if fault == "reset before":
            return self.reset(writer)
        if fault == "429":
            return writer.write(message(b"429 Too Many Requests", b"application/json", LIMIT))
        if fault == "502 before":
            return writer.write(message(b"502 Bad Gateway", b"text/html", HTML))
        answer = await self.forward(head, body, reader)
        end = answer.find(b"\r\n\r\n") + 4
        if fault == "502 after" or not answer:
            return writer.write(message(b"502 Bad Gateway", b"text/html", HTML))
        if fault == "reset after":
            return self.reset(writer)
        if fault == "late":
            await asyncio.sleep(self.random.uniform(0.05, 1))
        cut = {"cut in the headers": end // 2, "cut in the body": (end + len(answer)) // 2}.get(fault, len(answer))
        writer.write(answer[:cut])
        await writer.drain()

    async def forward(self, head, body, client):
        """Returns the homeserver's response; None if it is unreachable or the client has disconnected."""
        try:
            reader, writer = await asyncio.open_connection(*self.upstream)
        except OSError:
            return b""
        lines = [line for line in head.split(b"\r\n")[:-2] if not line.lower().startswith(b"connection:")]
        writer.write(b"\r\n".join(lines + [b"Connection: close", b"", b""]) + body)
        answer, gone = asyncio.ensure_future(reader.read()), asyncio.ensure_future(client.read(1))
        try:
            await asyncio.wait([answer, gone], return_when=asyncio.FIRST_COMPLETED)
            return answer.result() if answer.done() else b""
        except ConnectionError:
            return b""
        finally:
            answer.cancel(), gone.cancel(), writer.close()

    def reset(self, writer):
        writer.get_extra_info("socket").setsockopt(*LINGER, RESET)
        writer.transport.abort()


def message(status, type, body):
    return b"HTTP/1.1 %b\r\nContent-Type: %b\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (
        status, type, len(body), body)


async def main():
    proxy = Proxy(sys.argv[1], int(sys.argv[2]))
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0, limit=1 << 20)
    print(json.dumps(server.sockets[0].getsockname()[1]), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        proxy.rate = int(line) / 100
        print(json.dumps(proxy.counts), flush=True)


asyncio.run(main())
