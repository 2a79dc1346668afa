import Chat
import ScreenKit
import Transport

@testable import ChatSimulation

/// A step: the person asks for earlier messages twice at once.
struct PersonAsksTwice: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let chat = shown.openChat?.module else { return }
        chat.send(.loadEarlier)
        await chat.perform(.loadEarlier)
    }
}

/// A fault: whatever connects the app to the server breaks.
struct ConnectionsBreak: Fault {
    var kind: String { "connectionsBreak" }

    func strike(_ session: SessionRunner) { session.life?.transport.breakConnections() }
}

/// A promise: the badge counts no more than others have written.
struct BadgeBoundCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run(_ server: [ServerChatContent]) {
        let count = server.reduce(0) { $0 + $1.log.count { $0.author != .me } }
        let badge = actions.shown.badge ?? 0
        world.evidence.check(.unread, badge <= count, "the badge says \(badge), and others have written \(count)")
    }
}

/// A planted fault: the badge's number in the history is one too many.
extension PlantedFault {
    static let generousBadge = PlantedFault(
        "generousBadge",
        breaks: [.unread],
        changes: .history("UPDATE chat SET unread = unread + 1")
    )
}
