import Chat
import ChatTypes
import ScreenKit

@testable import ChatSimulation

/// A step: the user requests earlier messages twice at once.
struct PersonAsksTwice: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let chat = shown.openChat?.module else { return }
        chat.send(.loadEarlier)
        await chat.perform(.loadEarlier)
    }
}

/// A fault: all connections between the app and the server break.
struct ConnectionsBreak: Fault {
    var kind: String { "connectionsBreak" }

    func strike(_ session: SessionRunner) { session.app?.transport.breakConnections() }
}

/// An invariant: the badge is at most the number of messages by others.
struct BadgeBoundCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run(_ server: [ServerChatContent]) {
        let count = server.reduce(0) { $0 + $1.log.count { $0.author != .me } }
        let badge = actions.shown.badge ?? 0
        world.evidence.check(.unread, badge <= count, "the badge says \(badge), and others have written \(count)")
    }
}

/// A planted bug: the unread counts in the history are one too high.
extension PlantedBug {
    static let generousBadge = PlantedBug(
        "generousBadge",
        breaks: [.unread],
        changes: .history("UPDATE chat SET unread = unread + 1")
    )
}
