import Transport

/// Something that the network does all the time, and that a plan may do without.
public enum NetworkFault: String, CaseIterable, Sendable {
    case latency, requestLoss, responseLoss, busy, duplication, reordering, drops, halfOpen, outages, emptyPages
}

/// Something that happens once, at a step.
public enum Fault: Hashable, Sendable {
    /// The process dies after so many more jobs, wherever it is then.
    case death(afterJobs: Int)
    /// The process dies at its next so many-th write: at any statement of a transaction, or at its commit.
    case deathAtWrite(Int)
    /// The power fails after so many more jobs: the process dies, and the disk may lose what was not synchronised.
    case powerLoss(afterJobs: Int)
    /// The person's clock is set.
    case clockJump(seconds: Int)
    /// The next so many writes fail.
    case diskFailure(writes: Int, isFull: Bool)
    /// The server reads its journal anew; every connection breaks.
    case serverRestart
    /// The server does the next so many requests of a kind in a way of its own.
    case mood(ServerMood, Int)

    /// The kind, as reports count it.
    public var kind: String {
        switch self {
        case .death: "death"
        case .deathAtWrite: "deathAtWrite"
        case .powerLoss: "powerLoss"
        case .clockJump: "clockJump"
        case .diskFailure(_, let isFull): isFull ? "diskFull" : "diskError"
        case .serverRestart: "serverRestart"
        case .mood(let mood, _): mood.rawValue
        }
    }
}

/// How much goes wrong in a session.
///
/// Whatever the network does wrong, it does at the rates of `NetworkConditions.storm`: under `mobile`, too, which has
/// fewer kinds of faults, and not the rates of the conditions of that name.
public enum FaultProfile: String, CaseIterable, Sendable {
    case none, mobile, storm, everything

    var networkFaults: Set<NetworkFault> {
        switch self {
        case .none: []
        case .mobile: [.latency, .requestLoss, .responseLoss, .duplication, .drops]
        case .storm, .everything: Set(NetworkFault.allCases)
        }
    }
}

extension Set<NetworkFault> {
    /// The conditions under these faults: a storm's, without what is not among them.
    var conditions: NetworkConditions {
        var conditions = NetworkConditions.perfect
        let storm = NetworkConditions.storm
        if contains(.latency) { conditions.roundTrip = storm.roundTrip }
        if contains(.requestLoss) { conditions.requestLossRate = storm.requestLossRate }
        if contains(.responseLoss) { conditions.responseLossRate = storm.responseLossRate }
        if contains(.busy) { conditions.busyRate = storm.busyRate }
        if contains(.duplication) { conditions.duplicationRate = storm.duplicationRate }
        if contains(.reordering) { conditions.reorderingRate = storm.reorderingRate }
        if contains(.drops) { conditions.connectionLifetime = storm.connectionLifetime }
        if contains(.halfOpen) { conditions.silentDropRate = storm.silentDropRate }
        if contains(.outages) { conditions.outageInterval = storm.outageInterval }
        if contains(.emptyPages) { conditions.emptyPageRate = storm.emptyPageRate }
        return conditions
    }
}
