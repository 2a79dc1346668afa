import CSystem
import Foundation
import HTTPClient
import HostTesting
import Testing

@testable import HostKit
@testable import MatrixTransport
@testable import viperchat

@Suite(.timeLimit(.minutes(20))) struct RedirectListenerTests {
    private let listener: RedirectListener
    private let redirect: LoginRedirect
    private let signals: SignalPipe

    init() throws {
        listener = try RedirectListener()
        redirect = LoginRedirect(port: listener.port, state: "the-state", issuer: "https://as/")
        signals = try SignalPipe()
    }

    private var good: String { "\(redirect.address)?code=the-code&state=the-state" }

    /// Waits for the secret while a browser makes requests. Returns what each was answered.
    private func secret(while requests: [String]) async throws -> (secret: Result<String, any Error>, answers: [Int]) {
        let (listener, redirect, signals) = (listener, redirect, signals)
        async let answers = visit(requests)
        let secret = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    // The browser's task may start late on a busy machine.
                    returning: Result { try listener.secret(for: redirect, signals: signals, timeout: .seconds(1200)) }
                )
            }
        }
        return (secret, try await answers)
    }

    private func visit(_ urls: [String]) async throws -> [Int] {
        let client = CurlClient()
        var answers: [Int] = []
        for url in urls {
            let response = try await client.send(HTTPRequest(.get, url))
            #expect(!String(decoding: response.body, as: UTF8.self).contains("the-code"))
            answers.append(response.status)
        }
        return answers
    }

    @Test func `the browser's answer brings the code, whatever came before`() async throws {
        let origin = "http://127.0.0.1:\(listener.port)"
        let strangers = ["\(origin)/favicon.ico", "\(redirect.address)?code=evil&state=guessed", "\(origin)/"]
        let (secret, answers) = try await secret(while: strangers + [good])
        #expect(try secret.get() == "the-code")
        #expect(answers == [404, 404, 404, 200])
    }

    /// The path that the login waits for.
    private var path: Substring { good.dropFirst("http://127.0.0.1:\(listener.port)".count) }

    /// Connects and sends the beginning of a request.
    private func visitor(sending request: String) -> Int32 {
        let visitor = connect()
        while Descriptors.waitUntilWritable(visitor, orReadable: nil), write(visitor, request, request.utf8.count) < 0 {
        }
        return visitor
    }

    @Test func `a request that comes in two pieces is waited for`() throws {
        let pipe = PipeFake()
        let browser = visitor(sending: "GET \(path.prefix(9))")
        // Comes later, so that the first piece has been read when it is answered.
        let stranger = visitor(sending: "GET / HTTP/1.1\r\n\r\n")
        let rest = "\(path.dropFirst(9)) HTTP/1.1\r\n\r\n"
        // Ends the wait of a listener that has turned the browser away.
        let typed = "\(redirect.address)?code=typed&state=the-state\n"
        let thread = Thread {
            _ = Descriptors.poll([stranger], waits: true)
            _ = send(browser, rest, rest.utf8.count, Int32(MSG_NOSIGNAL))
            _ = Descriptors.poll([browser], waits: true)
            pipe.write(typed)
            for descriptor in [browser, stranger] { close(descriptor) }
        }
        thread.start()
        let secret = try listener.secret(for: redirect, signals: signals, pasted: pipe.readEnd, timeout: .seconds(600))
        #expect(secret == "the-code")
    }

    @Test func `a form that another page posts here is no answer`() throws {
        let (poster, pipe) = (visitor(sending: "POST \(path) HTTP/1.1\r\n\r\n"), PipeFake())
        defer { close(poster) }
        // The user pastes the address once the post has been answered.
        let thread = Thread { [redirect, listener] in
            _ = Descriptors.poll([poster], waits: true)
            pipe.write("\(redirect.address)?code=typed&state=the-state\n")
            withExtendedLifetime(listener) {}
        }
        thread.start()
        let secret = try listener.secret(for: redirect, signals: signals, pasted: pipe.readEnd, timeout: .seconds(600))
        #expect(secret == "typed")
    }

    @Test func `a refusal on the page ends the wait with its reason`() async throws {
        let (secret, answers) = try await secret(while: ["\(redirect.address)?error=access_denied&state=the-state"])
        #expect(throws: LoginError.denied) { try secret.get() }
        #expect(answers == [200])
    }

    @Test func `silent connections keep nobody out`() async throws {
        let silent = (1...20).map { _ in connect() }
        defer { for descriptor in silent { close(descriptor) } }
        let (secret, answers) = try await secret(while: [good])
        #expect(try secret.get() == "the-code")
        #expect(answers == [200])
    }

    @Test func `a request without end is cut off`() async throws {
        let flood = connect()
        defer { close(flood) }
        let head = Array("GET /".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        Thread.detachNewThread {
            signal(SIGPIPE, SIG_IGN)
            _ = head.withUnsafeBytes { write(flood, $0.baseAddress, $0.count) }
        }
        #expect(try await secret(while: [good]).secret.get() == "the-code")
    }

    @Test func `an address that the user pastes counts as the browser's answer`() throws {
        let pipe = PipeFake()
        pipe.write("nonsense\n\(redirect.address)?code=evil&state=x\n  \(good)  \n")
        let secret = try listener.secret(for: redirect, signals: signals, pasted: pipe.readEnd, timeout: .seconds(60))
        #expect(secret == "the-code")
    }

    @Test func `nobody's answer ends the wait in time, and a signal at once`() {
        #expect(throws: LoginError.tooLate) {
            try listener.secret(for: redirect, signals: signals, timeout: .zero)
        }
        signals.post(SIGINT)
        #expect(throws: InterruptionError()) {
            try listener.secret(for: redirect, signals: signals, timeout: .seconds(60))
        }
    }

    /// Connects and says nothing.
    ///
    /// Does not wait for a place in the listener's queue: nobody takes a connection out of it before the test waits for the secret.
    private func connect() -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = listener.port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }
}

// The system's function, whose name a method above hides.
private let systemConnect = connect
