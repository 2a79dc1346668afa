public import ChatTypes
import Synchronization

/// Drafts that the disk has not taken yet: each commit tries to save them, too.
public final class UnsavedDrafts: Sendable {
    private let texts = Mutex<[ChatID: String]>([:])

    /// What is to be saved for a chat; nil when the history has its draft.
    public subscript(chat: ChatID) -> String? { texts.withLock { $0[chat] } }

    /// All of them, by chat.
    var all: [(chat: ChatID, text: String)] {
        texts.withLock { texts in texts.map { ($0.key, $0.value) } }.sorted { $0.chat < $1.chat }
    }

    func keep(_ text: String, in chat: ChatID) {
        texts.withLock { $0[chat] = text }
    }

    /// Forgets those that have been saved, unless they have changed since.
    func forget(_ saved: [(chat: ChatID, text: String)]) {
        guard !saved.isEmpty else { return }
        texts.withLock { texts in
            for draft in saved where texts[draft.chat] == draft.text { texts[draft.chat] = nil }
        }
    }
}
