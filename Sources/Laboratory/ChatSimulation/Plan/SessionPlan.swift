public import BehaviourSuite
import SimulationKit

/// Everything that will happen in a session, apart from what the seed decides on the way.
public struct SessionPlan: Sendable {
    public let seed: UInt64
    /// What the network does all the time but at quiet moments.
    public var network: Set<NetworkFault>
    public var steps: [Step]
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
        steps.contains { if case .fault(.powerLoss) = $0 { true } else { false } }
    }

    /// Draws a session of about so many steps.
    public init(seed: UInt64, profile: FaultProfile, stepCount: Int) {
        self.seed = seed
        var generator = SplitMix64(seed: seed ^ 0x5EED)
        // Under everything, each session has some of the network's faults: a death on a good network is another death.
        network = profile.networkFaults
        if profile == .everything {
            for fault in NetworkFault.allCases where Int.random(in: 0..<4, using: &generator) == 0 {
                network.remove(fault)
            }
        }
        if seed.isMultiple(of: 20) { chatCount = Int.random(in: 51...70, using: &generator) }
        steps = (0..<stepCount).flatMap { index in
            let step = Self.drawStep(profile, &generator)
            let pause = Step.wait(
                seconds: Int.random(in: 0...4, using: &generator) * Int.random(in: 0...5, using: &generator)
            )
            // People write in bursts, too.
            let isBurst = if case .send = step { Int.random(in: 0..<3, using: &generator) == 0 } else { false }
            let more = isBurst ? (1...3).map { _ in Step.send(text: Int.random(in: 0..<1000, using: &generator)) } : []
            let (before, after) = Self.drawCompany(of: step, &generator)
            return before + [step] + more + after + (index == stepCount / 2 ? [pause, .calm] : [pause])
        }
        if chatCount > 0 { steps = [.wait(seconds: 20), .more] + steps }
        steps.append(.calm)
    }

    /// What is done with a step, before it and after it.
    private static func drawCompany(
        of step: Step,
        _ generator: inout SplitMix64
    ) -> (before: [Step], after: [Step]) {
        func number() -> Int { Int.random(in: 0..<1000, using: &generator) }
        return switch step {
        // They ask, and look at another chat until the answer comes.
        case .cover: ([.send(text: number())], [])
        // What is refused is sent again, and behind it goes what is typed next.
        case .fault(.mood(.refusedMessage, _)):
            (
                [.open(row: number())],
                [.send(text: number()), .send(text: number()), .wait(seconds: 3), .resend, .send(text: number())]
            )
        // They leave while something waits to be sent.
        case .comeOrGo: ([.send(text: number()), .send(text: number())], [])
        case .attach, .fetch: ([.open(row: number())], [])
        // What has come is in the newest chat.
        case .contactSendsFile: ([], [.leave, .wait(seconds: 1), .open(row: 0), .fetch(file: number())])
        default: ([], [])
        }
    }

    private static func drawStep(_ profile: FaultProfile, _ generator: inout SplitMix64) -> Step {
        if profile == .everything, Int.random(in: 0..<8, using: &generator) == 0 {
            return .fault(drawFault(&generator))
        }
        return StepChoice.draw { Int.random(in: 0..<$0, using: &generator) }
    }

    private static func drawMood(_ generator: inout SplitMix64) -> Fault {
        let mood = ServerMood.allCases.randomElement(using: &generator) ?? .silence
        let count = mood == .endlessSync ? 1...1000 : mood == .refusedPush ? 1...20 : 1...3
        return .mood(mood, Int.random(in: count, using: &generator))
    }

    private static func drawFault(_ generator: inout SplitMix64) -> Fault {
        switch Int.random(in: 0..<14, using: &generator) {
        case 0..<2: .death(afterJobs: Int.random(in: 1...400, using: &generator))
        case 2..<4: .deathAtWrite(Int.random(in: 0...60, using: &generator))
        case 4: .clockJump(seconds: Int.random(in: -7200...7200, using: &generator))
        case 5: .clockJump(seconds: [7200, -7200, 86_400].randomElement(using: &generator) ?? 7200)
        case 6..<8:
            .diskFailure(
                writes: Int.random(in: 1...40, using: &generator),
                isFull: Bool.random(using: &generator)
            )
        case 8: .serverRestart
        case 9: .powerLoss(afterJobs: Int.random(in: 1...400, using: &generator))
        default: drawMood(&generator)
        }
    }
}
