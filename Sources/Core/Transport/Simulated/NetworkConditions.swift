/// How well, or how badly, a simulated network serves.
///
/// Rates are probabilities from 0 to 1; those of requests exclude one another, and add up to 1 at most. What is said to
/// happen on average is spread exponentially, within a range evenly.
public struct NetworkConditions: Sendable, Hashable {
    /// How long a request and its answer take together; live news takes half of it. Drawn for each anew.
    public var roundTrip: ClosedRange<Duration> = .milliseconds(20) ... .milliseconds(60)

    /// The probability that a request never reaches the server.
    public var requestLossRate = 0.0
    /// The probability that the server does what it was asked, and its answer is lost.
    public var responseLossRate = 0.0
    /// The probability that the server asks to be left alone for one to three seconds.
    public var busyRate = 0.0
    /// The probability that a page of history comes empty though there is more behind it.
    public var emptyPageRate = 0.0

    /// The probability that live news comes twice, the second time up to three seconds later.
    public var duplicationRate = 0.0
    /// The probability that live news is held up for up to three seconds, so that later news overtakes it.
    public var reorderingRate = 0.0

    /// How long a push connection or a socket lives on average; nil when nothing ever breaks it.
    public var connectionLifetime: Duration?
    /// The probability that a connection breaks without either side noticing until the heartbeat fails.
    public var silentDropRate = 0.0

    /// How long the server stays between two absences on average; nil when it never goes away.
    public var outageInterval: Duration?
    /// How long an absence of the server lasts: everything is lost, and every connection breaks.
    public var outageLength: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    /// The perfect network: nothing is lost, and it is quick.
    public init() {}
}

extension NetworkConditions {
    /// As they are at first: nothing is lost, and it is quick.
    public static let perfect = Self()

    /// A telephone on the move.
    public static let mobile = {
        var mobile = Self()
        mobile.roundTrip = .milliseconds(80) ... .milliseconds(600)
        mobile.requestLossRate = 0.01
        mobile.responseLossRate = 0.01
        mobile.duplicationRate = 0.01
        mobile.connectionLifetime = .seconds(60)
        return mobile
    }()

    /// Everything that can go wrong, often.
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
