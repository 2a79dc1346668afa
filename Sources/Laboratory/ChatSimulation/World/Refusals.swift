import ChatTypes
import SimulatedServer
import Synchronization
import Transport

/// The read receipts and notification modes that the server refused permanently, and that the app does not send again. Another
/// device of the user sends them.
final class Refusals: Sendable {
    private struct State {
        /// The message of each, by chat and by what of the chat it is about.
        var receipts: [ChatID: [ReceiptScope: MessageID]] = [:]
        var modes: [ChatID: NotificationMode] = [:]
    }

    private let state = Mutex(State())

    func note(readUpTo message: MessageID, in chat: ChatID, _ scope: ReceiptScope) {
        state.withLock { $0.receipts[chat, default: [:]][scope] = message }
    }

    /// Records a refused mode; `nil` clears it once the server has accepted a later one.
    func note(_ mode: NotificationMode?, of chat: ChatID) {
        state.withLock { $0.modes[chat] = mode }
    }

    /// Returns all refused receipts and modes, and forgets them.
    fileprivate func takeAll() -> (receipts: [ChatID: [ReceiptScope: MessageID]], modes: [ChatID: NotificationMode]) {
        state.withLock { state in
            defer { state = State() }
            return (state.receipts, state.modes)
        }
    }
}

extension SimulatedWorld {
    /// Sends the refused read receipts and modes from another device.
    func makeGood() async {
        let (receipts, modes) = refusals.takeAll()
        for (chat, messages) in receipts.sorted(by: { $0.key < $1.key }) {
            for (scope, message) in messages.sorted(by: { $0.value < $1.value }) {
                try? await server.markRead(chat, upTo: message, in: scope)
            }
        }
        for (chat, mode) in modes.sorted(by: { $0.key < $1.key }) {
            // The app hears of it, unless the user's next choice is stored first. A mode is two rules: if the app is between them, its
            // second request removes what the other device has just set, and no rule is left.
            evidence.with { $0.modes[chat, default: [.all]].formUnion([mode, .all]) }
            matrix?.homeserver.setNotifications(mode, of: chat)
        }
    }
}
