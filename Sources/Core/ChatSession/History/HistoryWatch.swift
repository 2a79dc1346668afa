import ChatTypes
import RuntimeKit

/// A change of the history that a watch reports.
enum HistoryChange: Hashable, Sendable {
    /// A message is new or looks different.
    case message(MessageID, in: ChatID)
    /// A page of older history, or of a gap, has brought a message.
    case earlier(MessageID, in: ChatID)
    /// The user's state in a chat is another one.
    case state(of: ChatID)
    /// Others have read a chat outside threads further, or one of its threads.
    case readByOthers(in: ChatID, thread: MessageID? = nil)
    /// The connection to the server is another one.
    case connection

    /// The chat that it belongs to; nil if it belongs to none.
    var chat: ChatID? {
        switch self {
        case .message(_, let chat), .earlier(_, let chat), .state(let chat), .readByOthers(let chat, _): chat
        case .connection: nil
        }
    }
}

/// The changes that a reader has not taken yet: each once, in the order in which they were committed.
///
/// A change that is made again while it waits stays in its place. Of more than `limit` changes, further ones are dropped, and the reader
/// learns of it: a reader that does not read costs a bounded amount of memory.
final class HistoryWatch: Sendable {
    static let limit = 10_000

    private struct State {
        var waiting: [HistoryChange] = []
        var known: Set<HistoryChange> = []
        var hasLost = false
    }

    private let chat: ChatID?
    private let state = InterleavingMutex(State())
    private let arrival = CoalescingQueue<Void>()

    /// - Parameter chat: the only chat whose changes are wanted; nil for all.
    init(of chat: ChatID?) { self.chat = chat }

    func post(_ changes: [HistoryChange]) {
        let isFirst = state.withLock { state in
            let wasEmpty = state.waiting.isEmpty
            for change in changes where chat == nil || change.chat == nil || change.chat == chat {
                guard state.waiting.count < Self.limit else {
                    state.hasLost = true
                    break
                }
                if state.known.insert(change).inserted { state.waiting.append(change) }
            }
            return wasEmpty && !state.waiting.isEmpty
        }
        if isFirst { arrival.post(()) }
    }

    /// Waits for changes and takes all, with whether later ones were dropped. Returns none if the caller's task is cancelled.
    func takeAll() async -> (changes: [HistoryChange], hasLost: Bool) {
        guard await !arrival.takeAll().isEmpty else { return ([], false) }
        return state.withLock { state in
            defer { state = State() }
            return (state.waiting, state.hasLost)
        }
    }
}
