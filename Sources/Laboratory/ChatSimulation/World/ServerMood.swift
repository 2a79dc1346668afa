import Synchronization

/// An unusual treatment of requests of one kind by a server that is reachable.
public enum ServerMood: String, CaseIterable, Sendable {
    /// A message is refused permanently.
    case refusedMessage
    /// A file is refused permanently, as an upload or a download.
    case refusedFile
    /// A message is refused on the claim that its file is missing.
    case lostFile
    /// A message is accepted, but refused as a duplicate.
    case duplicateMessage
    case refusedSync
    case refusedPage
    /// A request is accepted and never answered.
    case silence
    /// A sync always promises more, with new cursors.
    case endlessSync
    /// A push connection is refused, while requests are answered.
    case refusedPush
    /// A read receipt is refused permanently.
    case refusedReceipt
    case refusedMute
    /// A request ends as if the app had cancelled it, although it has not.
    case pretendsCancellation
    /// The server asks to wait for an hour before a message is sent.
    case longWait

    /// The moods that plans draw. A long wait takes the place of some refused messages, so that the sessions with others stay as they were.
    static let drawn = allCases.filter { $0 != .longWait }
}

/// The number of future requests for each mood, and of those that met it.
final class ServerMoods: Sendable {
    private struct State {
        var left: [ServerMood: Int] = [:]
        var met: [ServerMood: Int] = [:]
    }

    private let state = Mutex(State())

    func set(_ mood: ServerMood, for count: Int) {
        state.withLock { $0.left[mood] = count }
    }

    func end() {
        state.withLock { $0.left = [:] }
    }

    /// Whether the next request meets the mood. Counts that request.
    func take(_ mood: ServerMood) -> Bool {
        state.withLock { state in
            guard let count = state.left[mood], count > 0 else { return false }
            state.left[mood] = count - 1
            state.met[mood, default: 0] += 1
            return true
        }
    }

    /// Returns the number of requests that met the mood since the last call.
    func takeCount(of mood: ServerMood) -> Int {
        state.withLock { $0.met.removeValue(forKey: mood) } ?? 0
    }
}
