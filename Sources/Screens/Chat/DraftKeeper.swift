import RuntimeKit

/// Keeps what is typed, once typing pauses (debounce).
///
/// One text is saved at a time, so that none is overtaken by an older one.
actor DraftKeeper {
    /// How long a person pauses in typing before the draft is kept.
    static let pause: Duration = .milliseconds(500)
    /// When what could not be saved is tried again.
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
        pauses.renew(0, for: Self.pause)
    }

    /// What is typed is being sent, and is no draft any more.
    func drop() {
        pauses.end(0)
        unsaved = nil
    }

    /// What was sent is no draft any more; another text stays.
    func drop(_ sent: String) {
        if unsaved == sent { drop() }
    }

    /// Saves what is typed whenever typing pauses, until the caller's task is cancelled.
    func run() async {
        await pauses.run { [pauses] _ in
            if await !self.saveNow() { pauses.renew(0, for: Self.retryPause) }
        }
    }

    /// Saves what is not saved yet. False when it cannot be saved, and is still unsaved.
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
            // It was sent meanwhile. Should the draft have been emptied before it was saved, it is emptied again.
            case nil: unsaved = ""
            // What is typed by now is saved once typing pauses.
            default: return true
            }
        }
        return true
    }
}
