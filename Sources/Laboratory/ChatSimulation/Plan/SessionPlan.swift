public import DriverKit

/// Everything that happens in a session, apart from random decisions made during it.
public struct SessionPlan: Sendable {
    /// The seed from which the plan and the session's own random numbers are drawn.
    public let seed: UInt64
    /// The network's permanent faults, which pause at quiet moments.
    public var network: Set<NetworkFault>
    /// The steps in order. A shrunk plan has fewer than were drawn.
    public var steps: [any Step]
    /// The number of chats on the server before the app first starts: none in most sessions, more than a page in
    /// some.
    public var chatCount = 0
    /// Whether the server has a group before the app first starts.
    public var hasGroup: Bool { !seed.isMultiple(of: 2) }
    /// The server that the session is played against.
    public var server = ServerKind.simulated
    /// The moves of the adversary in encrypted rooms, behind the Matrix adapter.
    public var moves = AdversaryMove.drawn
    /// Starts a process of another app, which is played through its views alone; `nil` for the VIPER app, whose screen
    /// states are inspected. Throws errors of the disk.
    public var start: (@Sendable (Phone) throws -> any AppDriver)?

    /// Whether the power fails in the session.
    var losesPower: Bool {
        steps.contains { $0 is PowerFails }
    }

    /// Draws a session of about `stepCount` steps.
    ///
    /// There may be polls if `hasPolls`; the architectures of the comparison know nothing of them.
    public init(seed: UInt64, profile: FaultProfile, stepCount: Int, hasPolls: Bool = true) {
        self.seed = seed
        var draw = PlanDraw(seed: seed ^ 0x5EED)
        // Under `everything`, each session has a random part of the network faults, since a process death on a good
        // network has other effects.
        network = profile.networkFaults
        if profile == .everything {
            for fault in NetworkFault.allCases where draw.chance(oneIn: 4) { network.remove(fault) }
        }
        if seed.isMultiple(of: 20) { chatCount = draw.within(51...70) }
        steps = (0..<stepCount).flatMap { index in
            let isFault = profile == .everything && draw.chance(oneIn: 8)
            let step = (isFault ? FaultChoice.all : StepChoice.all).draw(&draw)
            let pause = TimePasses(seconds: draw.within(0...4) * draw.within(0...5))
            let (before, after) = step.surroundings(&draw)
            return before + [step] + after + (index == stepCount / 2 ? [pause, AllIsCalm()] : [pause])
        }
        if hasPolls, stepCount >= PollSteps.leastStepCount { steps = PollSteps.added(to: steps, of: seed) }
        if chatCount > 0 { steps = [TimePasses(seconds: 20), PersonAsksForMore()] + steps }
        steps.append(AllIsCalm())
    }
}
