/// How often one and the same thing is asked of the server: a loop without a pause shows here, and one that is asked for in vain.
struct RequestMeter: Sendable {
    /// How many times one thing may be asked in that time. Attempts are half a second apart at first and ever more after
    /// that, and begin anew when the server is back.
    static let limit = 40
    static let span = Duration.seconds(10)
    /// How many times the same may be answered in that time: what has come is kept, or it is left alone for longer and longer.
    static let answerLimit = 20
    static let answerSpan = Duration.seconds(3600)

    private var requests: [String: [Duration]] = [:]
    private var answers: [String: [Duration]] = [:]

    /// Counts a request; false when the same was asked too often lately.
    mutating func take(_ request: String, at time: Duration) -> Bool {
        Self.count(request, in: &requests, at: time, since: Self.span) <= Self.limit
    }

    /// Counts an answer; false when the same has come too often lately.
    mutating func takeAnswer(_ answer: String, at time: Duration) -> Bool {
        Self.count(answer, in: &answers, at: time, since: Self.answerSpan) <= Self.answerLimit
    }

    private static func count(
        _ name: String,
        in times: inout [String: [Duration]],
        at time: Duration,
        since span: Duration
    ) -> Int {
        var recent = times[name, default: []]
        recent.removeAll { time - $0 > span }
        recent.append(time)
        times[name] = recent
        return recent.count
    }
}
