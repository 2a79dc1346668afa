/// How often one and the same thing is asked of the server: a loop without a pause shows here.
struct RequestMeter: Sendable {
    /// How many times one thing may be asked in that time. Attempts are half a second apart at first and ever more after
    /// that, and begin anew when the server is back.
    static let limit = 40
    static let span = Duration.seconds(10)

    private var times: [String: [Duration]] = [:]

    /// Counts a request; false when the same was asked too often lately.
    mutating func take(_ request: String, at time: Duration) -> Bool {
        var recent = times[request, default: []]
        recent.removeAll { time - $0 > Self.span }
        recent.append(time)
        times[request] = recent
        return recent.count <= Self.limit
    }
}
