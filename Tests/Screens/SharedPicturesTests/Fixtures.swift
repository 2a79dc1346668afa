import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Synchronization

@testable import SharedPictures

let ada = Contact(id: ContactID("ada"), name: "Ada")
let chat = ChatID("chat-ada")

/// A picture of a message with the same number.
func picture(_ number: Int) -> ChatFile {
    let attachment = AttachedFile(id: FileID("f"), name: "\(number).png", type: "image/png", byteCount: 1_200_000)
    return ChatFile(id: MessageID("\(number)"), attachment: attachment)
}

func row(_ number: Int) -> SharedPicturesViewState.Row {
    SharedPicturesViewState.Row(id: MessageID("\(number)"), name: "\(number).png", detail: "image/png, 1.2 MB")
}

/// The content of a chat with Ada that is connected and well.
func content(
    _ pictures: [ChatFile] = [],
    hasMore: Bool = false,
    rows: RowRange = RowRange(),
    connection: Connection = .well,
    problem: DiskProblem? = nil
) -> SharedPicturesContent {
    SharedPicturesContent(
        window: SharedPicturesWindow(contact: ada, pictures: pictures, hasMore: hasMore),
        request: rows,
        connection: connection,
        problem: problem
    )
}

extension Connection {
    static let well = Connection(requests: .working, liveLink: .open)
}

/// The pictures of one chat in memory.
final class SharedPicturesModelFake: SharedPicturesModel {
    struct State {
        /// All pictures, the newest first; `nil` if there is no such chat.
        var pictures: [ChatFile]?
        var readFailure: StorageProblem?
        fileprivate(set) var requests: [RowRange] = []
    }

    private let state: Mutex<State>
    private let feed = QueryFeedFake()

    init(_ pictures: [ChatFile]?) {
        state = Mutex(State(pictures: pictures))
    }

    /// The requests that were read, in order.
    var requests: [RowRange] { state.withLock { $0.requests } }
    /// The number of queries still held.
    var queryCount: Int { feed.heldCount }

    /// Changes the state and invalidates the queries.
    func change(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
        feed.invalidate()
    }

    func pictures(of chat: ChatID, _ rows: RowRange) -> LiveQuery<RowRange, QueryResult<SharedPicturesWindow?>> {
        feed.query(rows) { await self.read($0) }
    }

    private func read(_ rows: RowRange) async -> QueryResult<SharedPicturesWindow?> {
        await Task.yield()
        return state.withLock { state in
            state.requests.append(rows)
            let status = ModelStatus(connection: .well)
            if let failure = state.readFailure { return QueryResult(.failure(failure), status: status) }
            let window = state.pictures.map { pictures in
                let page = rows.page { pictures.dropFirst($0).prefix($1) }
                return SharedPicturesWindow(contact: ada, pictures: page.rows, hasMore: page.hasMore)
            }
            return QueryResult(.success(window), status: status)
        }
    }
}
