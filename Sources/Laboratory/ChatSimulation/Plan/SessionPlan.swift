public import BehaviourSuite

/// Everything that will happen in a session, apart from what the seed decides on the way.
public struct SessionPlan: Sendable {
    /// What the plan was drawn from; the session draws from it as well, on its way.
    public let seed: UInt64
    /// What the network does all the time but at quiet moments.
    public var network: Set<NetworkFault>
    /// In the order in which they happen; fewer than were drawn, once the plan was shrunk.
    public var steps: [any Step]
    /// How many chats the server has before the app is ever started: in most sessions none, in some more than a page of the list.
    public var chatCount = 0
    /// Whether the server has a group before the app is ever started.
    public var hasGroup: Bool { !seed.isMultiple(of: 2) }
    /// Which server it is played before.
    public var server = ServerKind.simulated
    /// Which version of the comparison is played, through its views alone; nil for the product's own app, whose screens are
    /// looked into.
    public var version: Version?

    /// Whether the power fails in it.
    var losesPower: Bool {
        steps.contains { $0 is PowerFails }
    }

    /// Draws a session of about so many steps.
    public init(seed: UInt64, profile: FaultProfile, stepCount: Int) {
        self.seed = seed
        var draw = PlanDraw(seed: seed ^ 0x5EED)
        // Under everything, each session has some of the network's faults: a death on a good network is another death.
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
        if chatCount > 0 { steps = [TimePasses(seconds: 20), PersonAsksForMore()] + steps }
        steps.append(AllIsCalm())
    }
}
