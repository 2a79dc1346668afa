import ChatTypes
import Synchronization
import Transport

/// The read receipts and mutes that the server refused permanently, and that the app does not send again. Another
/// device of the user sends them.
final class Refusals: Sendable {
    private struct State {
        var receipts: [ChatID: MessageID] = [:]
        var mutes: [ChatID: Bool] = [:]
    }

    private let state = Mutex(State())

    func note(readUpTo message: MessageID, in chat: ChatID) {
        state.withLock { $0.receipts[chat] = message }
    }

    /// Records a refused mute; `nil` clears it once the server has accepted a later one.
    func note(muted isMuted: Bool?, _ chat: ChatID) {
        state.withLock { $0.mutes[chat] = isMuted }
    }

    /// Returns all refused receipts and mutes, and forgets them.
    fileprivate func takeAll() -> (receipts: [ChatID: MessageID], mutes: [ChatID: Bool]) {
        state.withLock { state in
            defer { state = State() }
            return (state.receipts, state.mutes)
        }
    }
}

extension SimulatedWorld {
    /// Sends the refused read receipts and mutes from another device.
    func makeGood() async {
        let (receipts, mutes) = refusals.takeAll()
        for (chat, message) in receipts.sorted(by: { $0.key < $1.key }) {
            try? await server.markRead(chat, upTo: message)
        }
        for (chat, isMuted) in mutes.sorted(by: { $0.key < $1.key }) { matrix?.homeserver.setMuted(isMuted, chat) }
    }
}
