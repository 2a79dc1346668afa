import Synchronization
import Transport

/// What the server has refused for good, and the app does not tell it again: another device of the person does.
final class Refusals: Sendable {
    private struct State {
        var receipts: [ChatID: MessageID] = [:]
        var mutes: [ChatID: Bool] = [:]
    }

    private let state = Mutex(State())

    func note(readUpTo message: MessageID, in chat: ChatID) {
        state.withLock { $0.receipts[chat] = message }
    }

    /// Nil once the server has taken how it is.
    func note(muted isMuted: Bool?, _ chat: ChatID) {
        state.withLock { $0.mutes[chat] = isMuted }
    }

    /// What is still to be told, which is forgotten with that.
    fileprivate func takeAll() -> (receipts: [ChatID: MessageID], mutes: [ChatID: Bool]) {
        state.withLock { state in
            defer { state = State() }
            return (state.receipts, state.mutes)
        }
    }
}

extension SimulatedWorld {
    /// By another device, the person has read what they read here, and muted what they muted.
    func makeGood() async {
        let (receipts, mutes) = refusals.takeAll()
        for (chat, message) in receipts.sorted(by: { $0.key < $1.key }) {
            try? await server.markRead(chat, upTo: message)
        }
        for (chat, isMuted) in mutes.sorted(by: { $0.key < $1.key }) { matrix?.homeserver.setMuted(isMuted, chat) }
    }
}
