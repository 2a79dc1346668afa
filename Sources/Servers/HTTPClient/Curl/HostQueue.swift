/// Decides which requests to one host run: at most eight, and the others wait in order of arrival.
///
/// libcurl has a queue of its own for transfers beyond a limit of connections, and for those that wait to share a connection.
/// Version 7.88.1 forgets some of them (curl issues 13276, 21396 and 22942), so it never gets a transfer that it would have to queue.
///
/// Long polls and requests with a body in parts use at most six of the eight places, so that two always serve short requests.
struct HostQueue {
    static let places = 8
    static let placesForLong = 6

    /// A request that waits.
    struct Waiting {
        let id: UInt64
        let isLong: Bool
        /// The time at which its limit is exceeded.
        let deadline: ContinuousClock.Instant
    }

    private enum Entry {
        /// The next request runs alone until it has connected: the others may share its connection over HTTP/2.
        case alone
        case connecting(UInt64)
        case open
    }

    private var waiting: [Waiting] = []
    /// The running requests, and whether each is long.
    private var running: [UInt64: Bool] = [:]
    private var entry: Entry

    /// - Parameter isSecure: whether the connection may be shared, which TLS negotiates.
    init(isSecure: Bool) { entry = isSecure ? .alone : .open }

    var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

    /// The request on whose connection the others wait.
    var connecting: UInt64? {
        if case .connecting(let id) = entry { id } else { nil }
    }

    /// The earliest deadline of a waiting request.
    var nextDeadline: ContinuousClock.Instant? { waiting.lazy.map(\.deadline).min() }

    mutating func append(_ request: Waiting) { waiting.append(request) }

    /// Removes and returns the next request that may run now, and counts it as running.
    mutating func next() -> UInt64? {
        guard running.count < Self.places, connecting == nil else { return nil }
        let mayBeLong = running.values.count { $0 } < Self.placesForLong
        guard let index = waiting.firstIndex(where: { mayBeLong || !$0.isLong }) else { return nil }
        let request = waiting.remove(at: index)
        running[request.id] = request.isLong
        if case .alone = entry { entry = .connecting(request.id) }
        return request.id
    }

    /// Lets the others follow the request that has connected.
    mutating func open() { entry = .open }

    /// Forgets a request that has ended or was cancelled. The others do not wait for it.
    mutating func remove(_ id: UInt64) {
        if connecting == id { open() }
        if running.removeValue(forKey: id) == nil { waiting.removeAll { $0.id == id } }
    }

    /// Removes and returns the waiting requests whose deadline has come.
    mutating func removeOverdue(at now: ContinuousClock.Instant) -> [UInt64] {
        let overdue = waiting.filter { now >= $0.deadline }
        if !overdue.isEmpty { waiting.removeAll { now >= $0.deadline } }
        return overdue.map(\.id)
    }
}

extension HTTPRequest {
    /// Whether the request may use its connection for longer than others.
    var isLong: Bool {
        if case .parts? = body { return true }
        if case .parts = destination { return true }
        return isLongPoll
    }
}
