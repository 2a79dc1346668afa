import Foundation

@testable import HTTPClient

/// A server on loopback that sends the exact bytes that a test defines.
///
/// Each connection has a thread. All threads end when this is released, or after two minutes without bytes.
final class ServerFake: Sendable {
    enum Event: Equatable, Sendable {
        /// A request was read completely.
        case received(path: String)
        /// An answer has reached a step.
        case reached(Int)
        /// A connection was closed.
        case closed
    }

    /// The state of a connection after an answer.
    enum Ending {
        case keepAlive
        case close
        /// Ends with a reset.
        case reset
        /// Stays silent until the client hangs up.
        case hold
    }

    /// Answers one request on its connection.
    typealias Answer = @Sendable (ServerRequest, ServerConnection) -> Ending

    let port: UInt16
    /// `http://` and where it is.
    let url: String
    private let core: ServerCore

    /// - Parameter readsBodies: whether to read bodies before answering, or only headers.
    init(host: String = "127.0.0.1", readsBodies: Bool = true, answer: @escaping Answer) throws {
        let (listener, port) = try Socket.listen(isIPv6: host == "[::1]")
        self.port = port
        url = "http://\(host):\(port)"
        core = ServerCore(listener: listener, readsBodies: readsBodies, answer: answer)
        Thread { [core] in core.accept() }.start()
    }

    deinit { core.stop() }

    /// All requests so far, in order of arrival.
    var requests: [ServerRequest] { core.requests.withLock { $0 } }
    var connectionCount: Int { core.connections.withLock { $0.count } }

    /// Waits for an event after the last event that was waited for.
    func wait(for event: Event) async {
        for await happened in core.events where happened == event { return }
    }

    /// Waits for a number of requests, counted from the start.
    func wait(forRequests count: Int) async {
        guard requests.count < count else { return }
        for await _ in core.events where requests.count >= count { return }
    }
}

/// The state shared by a server's threads, which does not retain the server.
final class ServerCore: Sendable {
    struct Connections {
        var count = 0
        var open: Set<Int32> = []
        var isStopped = false
    }

    let requests = LockedValue<[ServerRequest]>([])
    let connections = LockedValue(Connections())
    let events: AsyncStream<ServerFake.Event>
    private let happened: AsyncStream<ServerFake.Event>.Continuation
    private let listener: Int32
    private let readsBodies: Bool
    private let answer: ServerFake.Answer

    init(listener: Int32, readsBodies: Bool, answer: @escaping ServerFake.Answer) {
        (self.listener, self.readsBodies, self.answer) = (listener, readsBodies, answer)
        (events, happened) = AsyncStream.makeStream()
    }

    func accept() {
        while let descriptor = Socket.accept(from: listener) {
            let number = connections.withLock { connections -> Int? in
                guard !connections.isStopped else { return nil }
                connections.count += 1
                connections.open.insert(descriptor)
                return connections.count
            }
            guard let number else {
                close(descriptor)
                break
            }
            Thread { self.serve(ServerConnection(descriptor, number: number) { self.happened.yield(.reached($0)) }) }
                .start()
        }
        close(listener)
    }

    private func serve(_ connection: ServerConnection) {
        var ending = ServerFake.Ending.keepAlive
        while case .keepAlive = ending, let request = connection.readRequest(withBody: readsBodies) {
            requests.withLock { $0.append(request) }
            happened.yield(.received(path: request.path))
            ending = answer(request, connection)
        }
        if case .hold = ending { connection.waitForHangup() }
        if case .reset = ending { connection.abort() }
        connections.withLock { _ = $0.open.remove(connection.descriptor) }
        close(connection.descriptor)
        happened.yield(.closed)
    }

    /// Ends every thread.
    func stop() {
        connections.withLock { connections in
            connections.isStopped = true
            for descriptor in connections.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }
}
