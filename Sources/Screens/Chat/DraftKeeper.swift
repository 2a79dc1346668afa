import Transport

/// Keeps what is typed, once typing pauses (debounce).
///
/// One text is saved at a time, so that none is overtaken by an older one.
actor DraftKeeper {
    /// How long a person pauses in typing before the draft is kept.
    static let pause: Duration = .milliseconds(500)

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
        await pauses.run { _ in await self.saveNow() }
    }

    /// Saves what is not saved yet; not to be called while `run()` goes on. What cannot be saved is still unsaved.
    func saveNow() async {
        guard let text = unsaved, (try? await save(text)) != nil else { return }
        if unsaved == nil {
            // It was sent meanwhile. Should the draft have been emptied before it was saved, it is emptied again.
            unsaved = ""
            await saveNow()
        } else if unsaved == text {
            unsaved = nil
        }
    }
}
