import RuntimeKit

/// Saves the draft when typing pauses (debounce).
///
/// Saves one text at a time, so that an older text never overwrites a newer one.
actor DraftKeeper {
    /// The pause in typing after which the draft is saved.
    static let pause: Duration = .milliseconds(500)
    /// The delay before a failed save is retried.
    static let retryPause: Duration = .seconds(5)

    private let save: @Sendable (String) async throws -> Void
    private let pauses: ExpiringSet<Int>
    private var unsaved: String?
    private var isSaving = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(clock: any Clock<Duration>, save: @escaping @Sendable (String) async throws -> Void) {
        self.save = save
        pauses = ExpiringSet(clock: clock)
    }

    func keep(_ text: String) {
        unsaved = text
        pauses.insert(0, for: Self.pause)
    }

    /// Drops the draft, because it is being sent.
    func drop() {
        pauses.remove(0)
        unsaved = nil
    }

    /// Drops the draft if it is the text that was sent.
    func drop(_ sent: String) {
        if unsaved == sent { drop() }
    }

    /// Saves the draft whenever typing pauses, until the caller's task is cancelled.
    func run() async {
        await pauses.run { [pauses] _ in
            if await !self.saveNow() { pauses.insert(0, for: Self.retryPause) }
        }
    }

    /// Saves the draft if it has changed. Returns `false` if that failed.
    @discardableResult
    func saveNow() async -> Bool {
        while isSaving { await withCheckedContinuation { waiting.append($0) } }
        isSaving = true
        defer {
            isSaving = false
            for next in waiting { next.resume() }
            waiting = []
        }
        while let text = unsaved {
            guard (try? await save(text)) != nil else { return false }
            switch unsaved {
            case text: unsaved = nil
            // It was sent meanwhile. The save may have come after the model emptied the draft, so empty it again.
            case nil: unsaved = ""
            // A newer text is saved when typing pauses.
            default: return true
            }
        }
        return true
    }
}
