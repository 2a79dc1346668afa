import ChatApp
import ChatList
import ScreenKit
import SimulationKit
import Transport

/// The list shows everyone's portrait as the server has it; one that did not come is asked for when its row is seen again.
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
            // The simulated homeserver has none.
            let portrait = world.matrix == nil ? try? await world.connection.picture(of: contact.id) : nil
            world.evidence.check(.complete, row.picture == portrait, "the list has another portrait of \(contact)")
        }
    }
}
