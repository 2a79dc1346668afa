import Transport

/// Keeps what is typed, once typing pauses (debounce).
///
/// One text is saved at a time, so that none is overtaken by an older one.
actor DraftKeeper {
    /// How long a person pauses in typing before the draft is kept.
    static let pause: Duration = .milliseconds(500)
    /// When what could not be saved is tried again.
    static let retryPause: Duration = .seconds(5)

    private let save: @Sendable (String) async throws -> Void
    private let pauses: Leases<Int>
    private var unsaved: String?

    init(clock: any Clock<Duration>, save: @escaping @Sendable (String) async throws -> Void) {
        self.save = save
        pauses = Leases(clock: clock)
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

    /// Saves what is typed whenever typing pauses, until the caller's task is cancelled.
    func run() async {
        await pauses.run { [pauses] _ in
            if await !self.saveNow() { pauses.renew(0, for: Self.retryPause) }
        }
    }

    /// Saves what is not saved yet; not to be called by others while `run()` goes on. False when it cannot be saved, and is still
    /// unsaved.
    @discardableResult
    func saveNow() async -> Bool {
        guard let text = unsaved else { return true }
        guard (try? await save(text)) != nil else { return false }
        if unsaved == nil {
            // It was sent meanwhile. Should the draft have been emptied before it was saved, it is emptied again.
            unsaved = ""
            return await saveNow()
        }
        if unsaved == text { unsaved = nil }
        return true
    }
}
