import Synchronization
import Transport

/// What a server that is there may do with requests of a kind instead of answering them.
public enum ServerMood: String, CaseIterable, Sendable {
    /// A message is refused for good.
    case refusedMessage
    /// A file is refused for good, on its way in or out.
    case refusedFile
    /// A message is refused because its file is not there, which was.
    case lostFile
    /// A message is taken, and called a duplicate.
    case duplicateMessage
    case refusedSync
    case refusedPage
    /// A request is taken, and never answered.
    case silence
    /// A sync promises more, under ever new cursors.
    case endlessSync
    /// A push connection is refused, while requests are answered.
    case refusedPush
    /// That something was read, or is muted, is refused for good.
    case refusedReceipt
    case refusedMute
    /// A request ends as if the app had cancelled it, which it has not.
    case pretendsCancellation
}

/// How many more requests meet each mood.
final class ServerMoods: Sendable {
    private let left = Mutex<[ServerMood: Int]>([:])

    func set(_ mood: ServerMood, for count: Int) {
        left.withLock { $0[mood] = count }
    }

    func end() {
        left.withLock { $0 = [:] }
    }

    /// Whether the next request meets it; one fewer does from then on.
    func take(_ mood: ServerMood) -> Bool {
        left.withLock { left in
            guard let count = left[mood], count > 0 else { return false }
            left[mood] = count - 1
            return true
        }
    }
}
