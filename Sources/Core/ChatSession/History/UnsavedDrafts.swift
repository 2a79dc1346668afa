public import ChatTypes
import Synchronization

/// Drafts that are not saved yet; each commit tries to save them.
public final class UnsavedDrafts: Sendable {
    typealias Draft = (chat: ChatID, text: String)

    private let texts = Mutex<[ChatID: String]>([:])

    /// The unsaved draft of a chat; nil when the stored one is current.
    public subscript(chat: ChatID) -> String? { texts.withLock { $0[chat] } }

    /// All unsaved drafts, by chat.
    var all: [Draft] {
        texts.withLock { texts in texts.map { ($0.key, $0.value) } }.sorted { $0.chat < $1.chat }
    }

    func keep(_ text: String, in chat: ChatID) {
        texts.withLock { $0[chat] = text }
    }

    /// Removes saved drafts, except those that have changed since.
    func forget(_ saved: [Draft]) {
        guard !saved.isEmpty else { return }
        texts.withLock { texts in
            for draft in saved where texts[draft.chat] == draft.text { texts[draft.chat] = nil }
        }
    }
}
