import Transport

/// Something that the network does all the time, and that a plan may do without.
public enum NetworkFault: String, CaseIterable, Sendable {
    case latency, requestLoss, responseLoss, busy, duplication, reordering, drops, halfOpen, outages, emptyPages
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
