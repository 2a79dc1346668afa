import SimulationKit
import Transport

/// Just those connections stand that should.
struct ConnectionCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run() async {
        let chatCount = actions.shown.chats.count
        // A homeserver has one stream for all that is new.
        let expected = world.matrix == nil ? 1 + chatCount : 1
        var count = await world.server.connectionCount
        if count < expected {
            // A connection made before the calm ends when it was to end, and may be about to be made again.
            try? await world.executor.clock.sleep(for: .seconds(3))
            count = await world.server.connectionCount
        }
        world.evidence.check(
            .nothingOutlives,
            count == expected,
            "\(count) connections are open, with \(chatCount) chats"
        )
    }
}
