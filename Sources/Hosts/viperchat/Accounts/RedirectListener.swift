import CSystem
import HostKit
import MatrixTransport

/// Listens on this machine for the browser that comes back from a login page.
///
/// Requests for anything else are answered and change nothing. Connections, their sizes and their times are bounded, so no other program on
/// the machine can keep the browser out for long.
final class RedirectListener: Sendable {
    private let descriptor: Int32
    /// The port, which the system chose.
    let port: UInt16

    /// Throws `SystemError`.
    init() throws(SystemError) {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SystemError(call: "socket", code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, length) = (descriptor, size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && systemListen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        let code = errno
        port = UInt16(bigEndian: address.sin_port)
        guard isListening else { throw SystemError(call: "bind", code: code) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Waits for the answer to a login, from the browser or as an address that the user pastes.
    ///
    /// Returns the secret that it contains. Throws `LoginError`, or `InterruptionError` after a signal.
    ///
    /// - Parameter pasted: the descriptor at which the user can paste an address; nil without a user.
    func secret(
        for redirect: LoginRedirect,
        signals: SignalPipe,
        pasted: Int32? = nil,
        timeout: Duration = .seconds(600)
    ) throws -> String {
        let start = ContinuousClock.now
        var (visitors, typed, input) = ([Visitor](), [UInt8](), pasted)
        defer { for visitor in visitors { close(visitor.descriptor) } }
        while true {
            let now = ContinuousClock.now
            guard now - start < timeout else { throw LoginError.tooLate }
            for late in visitors.filter({ now - $0.arrival > Self.patience }) { close(late.descriptor) }
            visitors.removeAll { now - $0.arrival > Self.patience }
            let watched = [signals.arrival, descriptor] + visitors.map(\.descriptor) + (input.map { [$0] } ?? [])
            let ready = Descriptors.poll(watched, forMilliseconds: 1000)
            if ready[0] { throw InterruptionError() }
            if let source = input, ready[ready.count - 1] {
                let bytes = try Descriptors.read(source, upTo: 4096) ?? []
                typed += bytes
                // Without bytes, the user has closed the input.
                if bytes.isEmpty { input = nil }
                if let secret = try secret(in: &typed, redirect) { return secret }
            }
            var left: [Visitor] = []
            for (index, visitor) in visitors.enumerated() {
                guard ready[2 + index] else {
                    left.append(visitor)
                    continue
                }
                var visitor = visitor
                let target = visitor.target()
                if target == nil, visitor.isWaiting {
                    left.append(visitor)
                    continue
                }
                let arrival = target.map(redirect.check) ?? .stranger
                visitor.answer(arrival)
                close(visitor.descriptor)
                switch arrival {
                case .stranger: break
                case .secret(let secret):
                    visitors = left + visitors.dropFirst(index + 1)
                    return secret
                case .failed(let error):
                    visitors = left + visitors.dropFirst(index + 1)
                    throw error
                }
            }
            visitors = left
            if ready[1] { accept(into: &visitors) }
        }
    }

    /// Takes a visitor; the one that has waited longest makes room.
    private func accept(into visitors: inout [Visitor]) {
        let visitor = systemAccept(descriptor, nil, nil)
        guard visitor >= 0 else { return }
        _ = fcntl(visitor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(visitor, F_SETFL, fcntl(visitor, F_GETFL) | O_NONBLOCK)
        if visitors.count >= Self.visitorLimit { close(visitors.removeFirst().descriptor) }
        visitors.append(Visitor(descriptor: visitor))
    }

    /// Takes whole lines from what the user has typed. Returns the secret of the first one that answers the login.
    private func secret(in typed: inout [UInt8], _ redirect: LoginRedirect) throws -> String? {
        while let end = typed.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: typed[..<end], as: UTF8.self)
            typed.removeSubrange(...end)
            switch redirect.check(line.filter { !$0.isWhitespace }) {
            case .stranger: continue
            case .secret(let secret): return secret
            case .failed(let error): throw error
            }
        }
        if typed.count > LoginRedirect.limit { typed = [] }
        return nil
    }

    private static let visitorLimit = 8
    /// The time in which a visitor must send its request.
    private static let patience: Duration = .seconds(10)
}

/// A connection that sends one request.
private struct Visitor {
    let descriptor: Int32
    let arrival = ContinuousClock.now
    private var bytes: [UInt8] = []
    /// Whether more of the request may come.
    private(set) var isWaiting = true

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Reads what has come. Returns the target of the request once its head is complete; nil also for anything but a GET.
    mutating func target() -> String? {
        do {
            guard let new = try Descriptors.read(descriptor, upTo: 4096) else { return nil }
            bytes += new
            if new.isEmpty { isWaiting = false }
        } catch { isWaiting = false }
        if bytes.count > LoginRedirect.limit { isWaiting = false }
        guard bytes.contains(UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        isWaiting = false
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1.") else { return nil }
        return String(words[1])
    }

    /// Sends a short page, which repeats nothing of the request.
    func answer(_ arrival: LoginRedirect.Arrival) {
        let (status, text) =
            switch arrival {
            case .stranger: ("404 Not Found", "Nothing is here.")
            case .failed: ("200 OK", "The login failed. The terminal says why; you can close this page.")
            case .secret: ("200 OK", "You can close this page and go back to the terminal.")
            }
        let page = "<!doctype html><meta charset=utf-8><title>viperchat</title><p>\(text)</p>"
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(page.utf8.count)",
            "Cache-Control: no-store", "Referrer-Policy: no-referrer", "Connection: close",
        ]
        // A visitor that takes no answer has what it came for.
        _ = UnixSocket.send(
            Array((head.joined(separator: "\r\n") + "\r\n\r\n" + page).utf8),
            to: descriptor,
            timeout: .seconds(1)
        )
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

// The system's functions, whose names methods above hide.
private let systemListen = listen
private let systemAccept = accept
