/// The quality of a simulated network.
///
/// Rates are probabilities from 0 to 1. Those of requests exclude one another and add up to 1 at most. Averages are
/// distributed exponentially, ranges uniformly.
public struct NetworkConditions: Sendable, Hashable {
    /// The time of a request and its response together; live news takes half of it. Drawn for each one.
    public var roundTrip: ClosedRange<Duration> = .milliseconds(20) ... .milliseconds(60)

    /// The probability that a request never reaches the server.
    public var requestLossRate = 0.0
    /// The probability that the server executes a request and its response is lost.
    public var responseLossRate = 0.0
    /// The probability that the server asks to wait for one to three seconds.
    public var busyRate = 0.0
    /// The probability that a page of history arrives empty although more follow.
    public var emptyPageRate = 0.0

    /// The probability that live news arrives twice, the second time up to three seconds later.
    public var duplicationRate = 0.0
    /// The probability that live news is delayed for up to three seconds, so that later news overtakes it.
    public var reorderingRate = 0.0

    /// The average lifetime of a push connection or a socket; nil if nothing breaks it.
    public var connectionLifetime: Duration?
    /// The probability that a connection breaks without either side noticing until the heartbeat fails.
    public var silentDropRate = 0.0

    /// The average time between two outages of the server; nil for no outages.
    public var outageInterval: Duration?
    /// The duration of an outage: all requests are lost, and all connections break.
    public var outageLength: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    /// Creates the perfect network: fast and without losses.
    public init() {}
}

extension NetworkConditions {
    /// A fast network without losses.
    public static let perfect = Self()

    /// A phone on the move.
    public static let mobile = {
        var mobile = Self()
        mobile.roundTrip = .milliseconds(80) ... .milliseconds(600)
        mobile.requestLossRate = 0.01
        mobile.responseLossRate = 0.01
        mobile.duplicationRate = 0.01
        mobile.connectionLifetime = .seconds(60)
        return mobile
    }()

    /// Everything goes wrong, often.
    public static let storm = {
        var storm = Self()
        storm.roundTrip = .milliseconds(100) ... .seconds(3)
        storm.requestLossRate = 0.1
        storm.responseLossRate = 0.1
        storm.busyRate = 0.03
        storm.emptyPageRate = 0.1
        storm.duplicationRate = 0.1
        storm.reorderingRate = 0.1
        storm.connectionLifetime = .seconds(20)
        storm.silentDropRate = 0.25
        storm.outageInterval = .seconds(90)
        return storm
    }()
}
