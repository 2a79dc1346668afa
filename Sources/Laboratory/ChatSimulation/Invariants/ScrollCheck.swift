import Chat
import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import SimulationKit

/// A check that messages arriving while the user has scrolled up count as unread and move no rows, and that all are
/// read after the user scrolls down.
struct ScrollCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions
    let session: Session

    func run() async {
        guard let pane = actions.shown.openChat, pane.place != nil else { return }
        await world.allContactsWrite()
        // A connection made before the calm may be dead without the app knowing. Messages then arrive with the next
        // sync.
        await wait(milliseconds: 61_000)
        await FreshnessCheck(world: world, actions: actions, session: session).checkScreens()
        if let place = actions.shown.openChat?.place { await checkBelow(place.row, pane.id) }
        await Person(actions: actions, world: world).scrollDown(pane)
        await wait(milliseconds: 1000)
        guard let count = await history(of: pane.id)?.derivedUnread(of: nil).count else { return }
        world.evidence.check(.unread, count == 0, "\(pane.id) is on screen to its end, and has \(count) unread")
    }

    /// Checks that visible messages are read, and that messages never visible are unread.
    private func checkBelow(_ row: MessageID, _ chat: ChatID) async {
        guard let history = await history(of: chat) else { return }
        let seen = world.evidence.with(\.seen)
        let (shown, newest) = (history.countBehind { $0 == row }, history.countBehind { seen[$0] != nil })
        let count = history.derivedUnread(of: nil).count
        world.evidence.check(
            .unread,
            count <= shown && count >= newest,
            "\(chat) has \(count) unread, with \(shown) below the visible rows and \(newest) that never were"
        )
    }

    private func history(of chat: ChatID) async -> StoredHistory.Chat? {
        (try? await session.read { try StoredHistory($0) })?[chat]
    }

    private func wait(milliseconds: Int) async {
        try? await world.executor.clock.sleep(for: .milliseconds(milliseconds))
    }
}

extension StoredHistory.Chat {
    /// Returns the number of undeleted messages by others that follow the last matching message, or of all if none
    /// matches.
    fileprivate func countBehind(_ isMeant: (MessageID) -> Bool) -> Int {
        let place = messages.last { $0.position != nil && isMeant($0.id) }?.position
        return messages.count { message in
            guard let position = message.position, message.author != .me, message.removed != true,
                message.quiet != true, message.thread == nil
            else { return false }
            return place.map { $0 < position } ?? true
        }
    }
}
