import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Synchronization

@testable import PinnedMessages

let ada = Contact(id: ContactID("ada"), name: "Ada")
let chat = ChatID("chat-ada")

/// A pinned message of Ada with a number.
func pin(_ number: Int) -> AnsweredMessage {
    AnsweredMessage(id: MessageID("\(number)"), author: .contact, text: "text \(number)")
}

/// A pinned message that is not here.
let missing = AnsweredMessage(id: MessageID("missing"))

func row(_ number: Int) -> MessageExcerpt {
    MessageExcerpt(id: MessageID("\(number)"), author: .contact, text: "text \(number)")
}

/// The content of a chat with Ada that is connected and well.
func content(
    _ pins: [AnsweredMessage] = [],
    rights: ChatRights = .all,
    hasMore: Bool = false,
    rows: RowRange = RowRange(),
    connection: Connection = .well
) -> PinnedMessagesContent {
    PinnedMessagesContent(
        window: PinnedMessagesWindow(
            contact: ada,
            standing: ChatStanding(rights: rights),
            pins: pins,
            hasMore: hasMore
        ),
        request: rows,
        connection: connection
    )
}

extension Connection {
    static let well = Connection(requests: .working, liveLink: .open)
}

/// The pinned messages of one chat in memory.
final class PinnedMessagesModelFake: PinnedMessagesModel {
    struct State {
        /// All pins, the newest first; `nil` if there is no such chat.
        var pins: [AnsweredMessage]?
        var refusal: ServiceError?
        fileprivate(set) var changes: [ChatChange] = []
        fileprivate(set) var requests: [RowRange] = []
    }

    private let state: Mutex<State>
    private let feed = QueryFeedFake()

    init(_ pins: [AnsweredMessage]?, refusal: ServiceError? = nil) {
        state = Mutex(State(pins: pins, refusal: refusal))
    }

    /// The requests that were read, in order.
    var requests: [RowRange] { state.withLock { $0.requests } }
    /// The changes that were made or refused, in order.
    var changes: [ChatChange] { state.withLock { $0.changes } }
    /// The number of queries still held.
    var queryCount: Int { feed.heldCount }

    func pins(of chat: ChatID, _ rows: RowRange) -> LiveQuery<RowRange, QueryResult<PinnedMessagesWindow?>> {
        feed.query(rows) { await self.read($0) }
    }

    /// Removes the pin, which the queries show.
    func change(_ change: ChatChange, in chat: ChatID) async throws {
        await Task.yield()
        try state.withLock { state in
            state.changes.append(change)
            if let refusal = state.refusal { throw refusal }
            if case .pin(let message, false) = change { state.pins?.removeAll { $0.id == message } }
        }
        feed.invalidate()
    }

    private func read(_ rows: RowRange) async -> QueryResult<PinnedMessagesWindow?> {
        await Task.yield()
        return state.withLock { state in
            state.requests.append(rows)
            let window = state.pins.map { pins in
                let page = rows.page { pins.dropFirst($0).prefix($1) }
                return PinnedMessagesWindow(contact: ada, pins: page.rows, hasMore: page.hasMore)
            }
            return QueryResult(.success(window), status: ModelStatus(connection: .well))
        }
    }
}
