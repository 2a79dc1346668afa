/// Applies the time limits of a transfer, by the machine's clock as libcurl does.
struct TransferTime {
    typealias Instant = ContinuousClock.Instant

    private let limits: HTTPLimits
    private let began: Instant
    /// The time at which bytes last moved in either direction; nil until the request is about to be sent.
    private var lastMoved: Instant?
    /// Whether the transfer is paused from this side.
    private var isHeld = false

    init(_ limits: HTTPLimits, began: Instant) {
        (self.limits, self.began) = (limits, began)
    }

    /// Whether the request may have reached the server, because there was a connection.
    var isSending: Bool { lastMoved != nil }

    /// Records that bytes have moved, or that the request is about to be sent.
    mutating func move(at now: Instant) { (lastMoved, isHeld) = (now, false) }

    /// Stops counting silence until bytes move again.
    mutating func hold() { isHeld = true }

    /// Returns a time before which no limit can be exceeded.
    func nextDeadline(after now: Instant) -> Instant {
        isHeld ? began + limits.total : min(began + limits.total, (lastMoved ?? now) + limits.silence)
    }

    /// Returns the exceeded limit, if any.
    func passedLimit(at now: Instant) -> HTTPError.Reason? {
        if now >= began + limits.total { return .timedOut }
        if !isHeld, let lastMoved, now >= lastMoved + limits.silence { return .silence }
        return nil
    }

    func taken(until now: Instant) -> Duration { now - began }
}
