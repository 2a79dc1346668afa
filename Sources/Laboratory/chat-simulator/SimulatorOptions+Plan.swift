import ChatSimulation

extension SimulatorOptions {
    /// Returns the plan for a seed.
    func plan(for seed: UInt64) -> SessionPlan {
        var plan = SessionPlan(seed: seed, profile: profile, stepCount: stepCount)
        (plan.server, plan.moves) = (server, moves)
        return plan
    }

    /// Returns the command line that plays exactly this session again.
    func replay(of seed: UInt64) -> String {
        "chat-simulator --seed \(seed) \(session) --trace"
    }

    /// The options that determine a session, apart from its seed.
    var session: String {
        let names = moves.isEmpty ? "none" : moves.count == 1 ? moves.first?.rawValue ?? "" : "all"
        let move = moves == AdversaryMove.drawn ? "" : " --adversary \(names)"
        return "--faults \(profile.rawValue) --steps \(stepCount) --server \(server.rawValue)\(move)"
    }
}
