public import ChatTypes
import Synchronization

/// Drafts that are not saved yet; each commit tries to save them.
public final class UnsavedDrafts: Sendable {
    /// The chat's draft, or with a target a reply or an edit that was begun.
    struct Draft: Equatable, Sendable {
        let chat: ChatID
        let target: DraftTarget?
        let text: String
    }

    /// In the order in which they were begun.
    private let drafts = Mutex<[Draft]>([])

    /// The unsaved draft of a chat; nil when the stored one is current.
    public subscript(chat: ChatID) -> String? {
        drafts.withLock { drafts in drafts.first { $0.chat == chat && $0.target == nil }?.text }
    }

    /// The unsaved draft of a thread; nil when the stored one is current.
    public subscript(chat: ChatID, thread: MessageID) -> String? {
        drafts.withLock { drafts in drafts.first { $0.chat == chat && $0.target == .thread(thread) }?.text }
    }

    /// Returns a chat's replies and edits that were begun: the stored ones with the unsaved changes.
    public func completing(_ stored: [UnfinishedText], in chat: ChatID) -> [UnfinishedText] {
        let unsaved = drafts.withLock { $0.filter { $0.chat == chat && $0.target.map { !$0.isThread } ?? false } }
        let others = stored.filter { text in !unsaved.contains { $0.target == text.target } }
        return others
            + unsaved.compactMap { draft in
                draft.text.isEmpty ? nil : draft.target.map { UnfinishedText($0, draft.text) }
            }
    }

    /// All unsaved drafts, by chat.
    var all: [Draft] {
        let all = drafts.withLock { Array($0.enumerated()) }
        return all.sorted { ($0.element.chat, $0.offset) < ($1.element.chat, $1.offset) }.map(\.element)
    }

    func keep(_ text: String, of target: DraftTarget? = nil, in chat: ChatID) {
        drafts.withLock { drafts in
            drafts.removeAll { $0.chat == chat && $0.target == target }
            drafts.append(Draft(chat: chat, target: target, text: text))
        }
    }

    /// Removes saved drafts, except those that have changed since.
    func forget(_ saved: [Draft]) {
        guard !saved.isEmpty else { return }
        drafts.withLock { drafts in drafts.removeAll { saved.contains($0) } }
    }
}
