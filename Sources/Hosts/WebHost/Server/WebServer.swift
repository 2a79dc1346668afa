import CMicroHTTPD
import CSystem
import Foundation
import HostKit
import RuntimeKit
import Synchronization

/// An event that the library's thread passes on to the session.
enum WebEvent: Sendable {
    /// A page has opened its stream.
    case opened(StateStream)
    /// A stream has ended, by its number.
    case closed(Int)
    /// The body of a request with actions.
    case posted([UInt8])
    /// A file to send.
    case uploaded(UploadedFile)
}

/// The server of the page on both loopback addresses, each with a thread of the library.
final class WebServer: Sendable {
    /// The time within which a connection has to bring a whole request, and to take its answer.
    static let patience = Duration.seconds(10)
    /// The most connections that are waited for; beyond, the oldest one is ended.
    static let pendingLimit = 32
    /// The time after which a stream without news gets an empty line.
    static let probePause = Duration.seconds(5)

    struct State {
        var rules: RequestRules
        var daemons: [ServedDaemon] = []
        var streams: [Int: StateStream] = [:]
        var streamCount = 0
        /// The connections that are waited for, with their sockets and the time since when: all but streams, uploads and files.
        var pending: [OpaquePointerKey: (socket: Int32, since: ContinuousClock.Instant)] = [:]
        var isStopped = false
    }

    let files = ServedFiles()
    let spool: UploadFolder
    private let random: RandomSource
    let receive: @Sendable (WebEvent) -> Void
    let state: Mutex<State>

    /// - Parameters:
    ///   - random: the source of all secrets, which has to be the system's outside of tests.
    ///   - receive: gets each event on the library's thread; must not wait.
    init(random: RandomSource, spool: UploadFolder, receive: @escaping @Sendable (WebEvent) -> Void) {
        (self.random, self.spool, self.receive) = (random, spool, receive)
        let rules = RequestRules(secrets: WebSecrets(random: random), port: 0, pages: Set(PageFiles.all.keys))
        state = Mutex(State(rules: rules))
    }

    /// The rules with the secrets, for the address of the page.
    var rules: RequestRules { state.withLock { $0.rules } }

    /// Listens on 127.0.0.1, and on ::1 if the system has it, at the same port.
    ///
    /// Both, so that no other user listens where a browser may look. Throws `WebServerError` if the port is in use.
    func start(port: UInt16) throws(WebServerError) {
        // A free port of one address may be in use at the other.
        for _ in 0..<(port == 0 ? 20 : 1) {
            if try listen(port) { return }
        }
        throw port == 0 ? .cannotListen : .portInUse(port)
    }

    private func listen(_ wanted: UInt16) throws(WebServerError) -> Bool {
        guard let first = daemon(isV6: false, port: wanted) else {
            if wanted == 0 { throw .cannotListen }
            return false
        }
        let port = cmhd_port(first.pointer)
        var daemons = [first]
        if Self.hasV6 {
            guard let second = daemon(isV6: true, port: port) else {
                MHD_stop_daemon(first.pointer)
                return false
            }
            daemons.append(second)
        }
        state.withLock { state in
            state.daemons = daemons
            state.rules = RequestRules(secrets: state.rules.secrets, port: port, pages: state.rules.pages)
        }
        return true
    }

    /// Whether the system has the loopback address ::1.
    private static var hasV6: Bool {
        let socket = socket(AF_INET6, streamSocket, 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }

    private func daemon(isV6: Bool, port: UInt16) -> ServedDaemon? {
        let bounds = cmhd_bounds(
            connections: 96,
            connections_of_address: 64,
            idle_seconds: 30,
            connection_memory: 32 << 10
        )
        return cmhd_start(isV6 ? 1 : 0, port, bounds, callbacks).map { ServedDaemon(pointer: $0) }
    }

    /// Ends all streams and stops listening. The library ends the process if it is stopped while a stream is suspended.
    func stop() {
        let (daemons, streams) = state.withLock { state in
            defer { (state.daemons, state.isStopped) = ([], true) }
            return (state.daemons, Array(state.streams.values))
        }
        for stream in streams { stream.end() }
        for daemon in daemons { MHD_stop_daemon(daemon.pointer) }
    }

    /// Exchanges the token of the address. Returns the keys of the page, or nil for another token.
    func enter(_ token: [UInt8]) -> WebSecrets? {
        state.withLock { state in
            var secrets = state.rules.secrets
            guard secrets.exchange(token) else { return nil }
            state.rules = RequestRules(secrets: secrets, port: state.rules.port, pages: state.rules.pages)
            return secrets
        }
    }

    /// Makes an address for another page.
    func renewToken() {
        state.withLock { state in
            var secrets = state.rules.secrets
            secrets.renewToken(random: random)
            state.rules = RequestRules(secrets: secrets, port: state.rules.port, pages: state.rules.pages)
        }
    }

    /// Ends connections that bring no whole request, and probes streams, until `end` can be read.
    func watch(until end: Int32) {
        while !Descriptors.poll([end], forMilliseconds: Int32(Self.probePause / .milliseconds(1)))[0] { tend(at: .now) }
    }

    /// Ends the connections that have not brought a whole request in time, and probes all streams.
    func tend(at now: ContinuousClock.Instant) {
        let deadline = now - Self.patience
        let streams = state.withLock { state in
            // Under the lock: the library reports the end of a connection before it closes its socket.
            for (socket, since) in state.pending.values where since < deadline { shutdown(socket, Int32(SHUT_RDWR)) }
            return Array(state.streams.values)
        }
        for stream in streams { stream.probe() }
    }
}

/// The reason why the page cannot be served.
package enum WebServerError: Error, Equatable, CustomStringConvertible {
    case portInUse(UInt16)
    case cannotListen
    case cannotWrite

    package var description: String {
        switch self {
        case .portInUse(let port): "port \(port) of this machine is in use; choose another with --port"
        case .cannotListen: "cannot listen on the loopback address 127.0.0.1"
        case .cannotWrite:
            "cannot write the file that leads a browser to the page; leave out --open, and open the address"
        }
    }
}

/// A server of the library. Sendable without a check of the compiler: only `start` and `stop` use it.
struct ServedDaemon: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// A connection as a key. Sendable without a check of the compiler: it is compared, never used.
struct OpaquePointerKey: @unchecked Sendable, Hashable {
    let pointer: OpaquePointer
}

/// On Linux, a socket's type belongs to an enumeration.
#if canImport(Glibc)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
    private let streamSocket = SOCK_STREAM
#endif
