import ChatApp
import ChatList
import ChatTypes
import ScreenKit
import SimulatedServer
import SimulationKit
import Transport

/// A check that the list shows every contact's portrait from the server. A portrait that failed to load is requested
/// again when its row becomes visible.
struct PortraitCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run(_ server: [ServerChatContent]) async {
        guard actions.shown.stack.last == .chatList, let list = actions.shown.list, let rows = list.state?.rows else {
            return
        }
        await list.module.perform(.rowsVisible(rows.map(\.id)))
        try? await world.executor.clock.sleep(for: .seconds(2))
        for row in actions.shown.list?.state?.rows ?? [] {
            guard let contact = server.first(where: { $0.header.id == row.id.chat })?.header.contact else { continue }
            // The simulated homeserver has no portraits.
            let portrait = world.matrix == nil ? try? await world.connection.picture(of: contact.id) : nil
            world.evidence.check(.complete, row.picture == portrait, "the list has another portrait of \(contact)")
        }
    }
}
