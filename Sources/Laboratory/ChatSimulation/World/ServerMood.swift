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
}

/// The number of future requests for each mood.
final class ServerMoods: Sendable {
    private let left = Mutex<[ServerMood: Int]>([:])
    private let refusedPageCount = Mutex(0)

    func set(_ mood: ServerMood, for count: Int) {
        left.withLock { $0[mood] = count }
    }

    func end() {
        left.withLock { $0 = [:] }
    }

    /// Whether the next request meets the mood. Counts that request.
    func take(_ mood: ServerMood) -> Bool {
        left.withLock { left in
            guard let count = left[mood], count > 0 else { return false }
            left[mood] = count - 1
            if mood == .refusedPage { refusedPageCount.withLock { $0 += 1 } }
            return true
        }
    }

    /// Returns the number of pages that were refused since the last call.
    func takeRefusedPageCount() -> Int {
        refusedPageCount.withLock { count in
            defer { count = 0 }
            return count
        }
    }
}
