import RuntimeKit

/// Whether the app is being used, and when the contact to whom we wrote last will say goodbye because it is not.
struct Farewell {
    static let delay: ClosedRange<Duration> = .seconds(3) ... .seconds(13)

    /// The app was quit, and has not come back.
    private(set) var hasQuit = false
    private var isAppThere = true
    private(set) var due: Duration?

    mutating func appCame() {
        (isAppThere, hasQuit, due) = (true, false, nil)
    }

    mutating func appLeft(quitting: Bool) {
        isAppThere = false
        if quitting { hasQuit = true }
    }

    /// Sets the time of a goodbye that is owed now that the app is not being used; returns it when it is new.
    mutating func settle(isOwed: Bool, at now: Duration, random: RandomSource) -> Duration? {
        guard !isAppThere, isOwed, due == nil else { return nil }
        due = now + random.duration(in: Self.delay)
        return due
    }

    /// Whether the goodbye that was due at `time` is still to be said; it never is again.
    mutating func takeGoodbye(dueAt time: Duration) -> Bool {
        guard due == time else { return false }
        due = nil
        return true
    }
}
