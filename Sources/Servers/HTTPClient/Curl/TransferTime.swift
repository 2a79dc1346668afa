/// Holds a transfer to its limits of time. libcurl keeps the machine's time as well, so no other would do.
struct TransferTime {
    typealias Instant = ContinuousClock.Instant

    private let limits: HTTPLimits
    private let began: Instant
    /// When bytes moved last, in either direction; nil until the request is about to be sent.
    private var lastMoved: Instant?
    /// Whether it is we who hold it up.
    private var isHeld = false

    init(_ limits: HTTPLimits, began: Instant) {
        (self.limits, self.began) = (limits, began)
    }

    /// Whether the request may have reached the server: there was a connection to send it on.
    var isSending: Bool { lastMoved != nil }

    /// The request is about to be sent, or bytes have moved.
    mutating func move(at now: Instant) { (lastMoved, isHeld) = (now, false) }

    /// Until bytes move again, silence does not count.
    mutating func hold() { isHeld = true }

    /// No limit is passed before, whatever happens meanwhile.
    func nextDeadline(after now: Instant) -> Instant {
        isHeld ? began + limits.total : min(began + limits.total, (lastMoved ?? now) + limits.silence)
    }

    /// The limit that is passed; nil when none is.
    func passedLimit(at now: Instant) -> HTTPFailure.Reason? {
        if now >= began + limits.total { return .timedOut }
        if !isHeld, let lastMoved, now >= lastMoved + limits.silence { return .silence }
        return nil
    }

    func taken(until now: Instant) -> Duration { now - began }
}
