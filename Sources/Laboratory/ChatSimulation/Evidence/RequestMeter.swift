/// A meter for repeated requests to the server. It detects loops without a pause and requests repeated in vain.
struct RequestMeter: Sendable {
    /// The most requests of one kind allowed within `span`. Retries begin half a second apart with growing pauses,
    /// and start over when the server is back.
    static let limit = 40
    static let span = Duration.seconds(10)
    /// The most identical answers allowed within `answerSpan`. The app either stores an answer or retries after
    /// longer and longer pauses.
    static let answerLimit = 20
    static let answerSpan = Duration.seconds(3600)

    private var requests: [String: [Duration]] = [:]
    private var answers: [String: [Duration]] = [:]

    /// Counts a request. Returns `false` if there were too many of its kind recently.
    mutating func take(_ request: String, at time: Duration) -> Bool {
        Self.count(request, in: &requests, at: time, since: Self.span) <= Self.limit
    }

    /// Counts an answer. Returns `false` if it came too often recently.
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
