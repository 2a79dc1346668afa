import Transport

/// A permanent fault of the network, which a plan can leave out.
public enum NetworkFault: String, CaseIterable, Sendable {
    case latency, requestLoss, responseLoss, busy, duplication, reordering, drops, halfOpen, outages, emptyPages
}

/// The kinds of faults in a session.
///
/// Network faults occur at the rates of `NetworkConditions.storm`, even under `mobile`. The `mobile` profile has fewer kinds
/// of faults, and not the rates of the conditions of the same name.
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
    /// The storm conditions restricted to these faults.
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
