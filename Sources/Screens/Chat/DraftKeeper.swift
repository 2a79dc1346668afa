import ChatTypes
import RuntimeKit

/// Saves the draft, and replies and edits that the user has begun, when typing pauses, and every second while it does not.
///
/// So a process that is killed loses a second of typing at most. Saves one text at a time: an older text never overwrites a newer one.
actor DraftKeeper {
    /// The pause in typing after which the draft is saved.
    static let pause: Duration = .milliseconds(500)
    /// The longest time that a typed text stays unsaved while typing goes on: below a second, since a view may report it a moment late.
    static let limit: Duration = .milliseconds(900)
    /// The delay before a failed save is retried.
    static let retryPause: Duration = .seconds(5)

    /// A moment at which unsaved texts are saved.
    private enum Deadline: CaseIterable, Comparable {
        /// Renewed by each change.
        case pause
        /// Set by the first change after a save.
        case limit
    }

    /// A text to save: the chat's draft, or with a target a reply or an edit.
    private struct Draft {
        let target: DraftTarget?
        var text: String
    }

    private let save: @Sendable (String, DraftTarget?) async throws -> Void
    private let deadlines: ExpiringSet<Deadline>
    /// At most one for each target, in the order in which they were begun.
    private var unsaved: [Draft] = []
    private var isSaving = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(clock: any Clock<Duration>, save: @escaping @Sendable (String, DraftTarget?) async throws -> Void) {
        self.save = save
        deadlines = ExpiringSet(clock: clock)
    }

    func keep(_ text: String, of target: DraftTarget? = nil) {
        set(text, of: target)
        deadlines.insert(.pause, for: Self.pause)
        if !deadlines.contains(.limit) { deadlines.insert(.limit, for: Self.limit) }
    }

    /// Drops the draft, because it is being sent.
    func drop(of target: DraftTarget? = nil) {
        set(nil, of: target)
        if unsaved.isEmpty { removeDeadlines() }
    }

    /// Drops the draft if it is the text that was sent.
    func drop(_ sent: String) {
        if text(of: nil) == sent { drop() }
    }

    /// Saves the draft whenever typing pauses, and every second while it goes on, until the caller's task is cancelled.
    func run() async {
        await deadlines.run { [deadlines] _ in
            // Before saving: what is typed meanwhile sets its own.
            self.removeDeadlines()
            if await !self.saveNow() { deadlines.insert(.pause, for: Self.retryPause) }
        }
    }

    private nonisolated func removeDeadlines() {
        for deadline in Deadline.allCases { deadlines.remove(deadline) }
    }

    /// Saves each text that has changed. Returns `false` if one of them could not be saved; the others are saved all the same.
    @discardableResult
    func saveNow() async -> Bool {
        while isSaving { await withCheckedContinuation { waiting.append($0) } }
        isSaving = true
        defer {
            isSaving = false
            for next in waiting { next.resume() }
            waiting = []
        }
        var failed: Set<DraftTarget?> = []
        while let draft = unsaved.first(where: { !failed.contains($0.target) }) {
            guard (try? await save(draft.text, draft.target)) != nil else {
                failed.insert(draft.target)
                continue
            }
            switch text(of: draft.target) {
            case draft.text: set(nil, of: draft.target)
            // It was sent meanwhile. The save may have come after the model emptied the draft, so empty it again.
            case nil: set("", of: draft.target)
            // A newer text has set its own deadline.
            default: return failed.isEmpty
            }
        }
        return failed.isEmpty
    }

    private func text(of target: DraftTarget?) -> String? { unsaved.first { $0.target == target }?.text }

    private func set(_ text: String?, of target: DraftTarget?) {
        let index = unsaved.firstIndex { $0.target == target }
        switch (index, text) {
        case (let index?, let text?): unsaved[index].text = text
        case (let index?, nil): unsaved.remove(at: index)
        case (nil, let text?): unsaved.append(Draft(target: target, text: text))
        case (nil, nil): break
        }
    }
}
