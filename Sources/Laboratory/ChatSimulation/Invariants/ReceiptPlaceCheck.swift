import Chat
import ChatApp
import ChatList
import ChatTypes
import ScreenKit
import SimulatedServer
import Transport

/// A check that reading a chat on screen tells the homeserver of all that has come there: the receipt is at the last event, also if
/// that is no message, and nothing is unread.
struct ReceiptPlaceCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run() async {
        guard let homeserver = world.matrix?.homeserver else { return }
        let person = Person(actions: actions, world: world)
        await actions.setFocus(true)
        if let list = actions.shown.list, actions.shown.stack.last == .chatList, let row = list.state?.rows.first {
            await list.module.perform(.open(row.id))
            _ = await person.see { $0.openChat?.state != nil }
        }
        guard let pane = actions.shown.openChat else { return }
        await person.scrollDown(pane)
        guard let last = await writeAndChange(in: pane.id) else { return }
        let isTold = await person.see(within: .seconds(70)) { _ in homeserver.receipt(in: pane.id) == last }
        let place = homeserver.receipt(in: pane.id) ?? "nothing"
        world.evidence.check(
            .receipts,
            isTold,
            "\(pane.id) is read up to \(place) for the homeserver, not up to \(last)"
        )
        let unread = await world.serverContent().first { $0.header.id == pane.id }?.unread.map(\.id) ?? []
        world.evidence.check(.receipts, unread.isEmpty, "\(unread) are on screen, and unread for the homeserver")
    }

    /// Has the contact write and, before anyone can hear of it, react to that or edit it. Returns the event of the change.
    private func writeAndChange(in chat: ChatID) async -> String? {
        try? await world.server.atOnce { [evidence = world.evidence, seed = world.seed] server in
            let message = try server.contactWrites("last", in: chat)
            guard seed.isMultiple(of: 2) else {
                return AnnotationEvents.id(of: try server.contactReacts("🎉", to: message.id, in: chat))
            }
            evidence.noteContactEdit(of: message, to: "the last")
            return MatrixEvents.id(of: try server.contactEdits(message.id, to: "the last", in: chat))
        }
    }
}

extension SimulatedChatServer {
    /// Lets several things happen before any request is answered.
    fileprivate func atOnce<Result: Sendable>(
        _ body: @Sendable (isolated SimulatedChatServer) throws -> Result
    ) rethrows -> Result {
        try body(self)
    }
}
