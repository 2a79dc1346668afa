import SimulatedServer
import SimulationKit
import Transport

/// A check that exactly the expected connections are open.
struct ConnectionCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run() async {
        let chatCount = actions.shown.chats.count
        // A homeserver has one stream for everything new.
        let expected = world.matrix == nil ? 1 + chatCount : 1
        var count = await world.server.connectionCount
        if count < expected {
            // A connection made before the calm still ends at its planned time, and the app may be about to
            // reconnect.
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
