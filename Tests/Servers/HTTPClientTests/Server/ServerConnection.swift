import Foundation

/// One connection of a `ServerFake`, on the thread that serves it.
struct ServerConnection {
    let descriptor: Int32
    let number: Int
    private let report: (Int) -> Void

    init(_ descriptor: Int32, number: Int, report: @escaping (Int) -> Void) {
        (self.descriptor, self.number, self.report) = (descriptor, number, report)
    }

    /// Reports a step to a test that waits for `.reached`.
    func reached(_ stage: Int) { report(stage) }

    /// Writes bytes; returns false once the client has hung up.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Socket.send(UnsafeRawBufferPointer(rebasing: $0[written...]), to: descriptor)
            }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    @discardableResult
    func write(_ text: String) -> Bool { write([UInt8](text.utf8)) }

    /// Sends a valid response.
    func answer(_ status: Int = 200, _ fields: [String] = [], _ body: [UInt8] = []) -> ServerFake.Ending {
        let head = ["HTTP/1.1 \(status) X", "Content-Length: \(body.count)"] + fields
        write([UInt8]((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        return .keepAlive
    }

    func answer(_ text: String) -> ServerFake.Ending { answer(200, [], [UInt8](text.utf8)) }

    /// Reads a request; returns nil at the end of the connection.
    func readRequest(withBody: Bool = true) -> ServerRequest? {
        var bytes: [UInt8] = []
        while true {
            if let end = bytes.firstRange(of: [13, 10, 13, 10]) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                let length = ServerRequest(connection: number, head: head, body: []).value(of: "Content-Length")
                let wanted = end.upperBound + (withBody ? length.flatMap { Int($0) } ?? 0 : 0)
                while bytes.count < wanted {
                    guard let more = Socket.receive(from: descriptor) else { return nil }
                    bytes += more
                }
                return ServerRequest(connection: number, head: head, body: Array(bytes[end.upperBound..<wanted]))
            }
            guard let more = Socket.receive(from: descriptor) else { return nil }
            bytes += more
        }
    }

    func waitForHangup() {
        while Socket.receive(from: descriptor) != nil {}
    }

    /// Returns whether the client hangs up within some milliseconds.
    func isHungUp(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0 && Socket.receive(from: descriptor) == nil
    }

    /// Makes closing the connection a reset.
    func abort() {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }
}

/// A received request.
struct ServerRequest: Sendable {
    /// The number of the connection, starting at 1.
    let connection: Int
    /// The first line and the header fields.
    let head: String
    let body: [UInt8]

    private var lines: [Substring] { head.split(separator: "\r\n") }
    var method: String { String(lines[0].prefix { $0 != " " }) }
    /// The target in the first line: a path with its query, or a proxy's target.
    var path: String { String(lines[0].split(separator: " ")[1]) }

    /// Returns the value of a header field; nil without one.
    func value(of name: String) -> String? {
        let line = lines.dropFirst().first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
        return line?.drop { $0 != ":" }.dropFirst().drop { $0 == " " }.description
    }
}
