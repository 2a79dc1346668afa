public import ChatTypes
public import RuntimeKit
import Synchronization

/// A range of rows in a long list: a limit after an offset.
public struct RowRange: Hashable, Sendable {
    /// The number of rows in a page.
    public static let pageSize = 50
    /// The largest number of rows held, which bounds the cost of an event.
    public static let mostRows = 200

    /// The number of rows before these.
    public var offset: Int
    /// The largest number of rows after the offset.
    public var limit: Int

    public init(offset: Int = 0, limit: Int = Self.pageSize) {
        self.offset = offset
        self.limit = limit
    }

    /// Whether there are rows before these.
    public var hasPrevious: Bool { offset > 0 }

    /// Adds a page. At the limit, drops the first page instead.
    public mutating func showMore() {
        if limit < Self.mostRows { limit += Self.pageSize } else { offset += Self.pageSize }
    }

    /// Moves a page up. The number of rows stays, so the last page is dropped.
    public mutating func showPrevious() {
        offset = max(0, offset - Self.pageSize)
    }

    /// Reads the rows, and whether more follow: `read` is asked for one row more than the limit.
    public func page<Rows: Collection>(
        _ read: (_ offset: Int, _ limit: Int) throws -> Rows
    ) rethrows -> (rows: [Rows.Element], hasMore: Bool) {
        let found = try read(offset, limit + 1)
        return (Array(found.prefix(limit)), found.count > limit)
    }
}

/// The content of a paged screen: a window, the request that it answers, and the model's status.
public struct PagedContent<Request: Hashable & Sendable, Window: Equatable & Sendable>: Equatable, Sendable {
    /// `nil` if there is no such thing, or if the history cannot be read.
    public var window: Window?
    /// The request that the window answers.
    public var request: Request
    /// The connection to the server.
    public var connection: Connection
    /// Why the disk could not be read or written.
    public var problem: DiskProblem?

    public init(
        window: Window? = nil,
        request: Request,
        connection: Connection = Connection(),
        problem: DiskProblem? = nil
    ) {
        self.window = window
        self.request = request
        self.connection = connection
        self.problem = problem
    }

    /// Returns this content, with an older content's window if this one has none. So an unreadable history keeps the
    /// last rows on screen.
    public func keepingWindow(of old: Self?) -> Self {
        guard window == nil, let old, let window = old.window else { return self }
        return Self(window: window, request: old.request, connection: connection, problem: problem)
    }
}

/// The query behind a screen's list: what is requested, and the newest window that could be read.
///
/// The model is asked for the query when it is first needed, because a model may live on an actor of its own. Safe to use from
/// any thread.
public final class PagedQuery<Request: Hashable & Sendable, Window: Equatable & Sendable>: Sendable {
    /// The content that the query hands over.
    public typealias Content = PagedContent<Request, Window>
    private typealias Query = LiveQuery<Request, (request: Request, answer: QueryResult<Window?>)>

    private struct State {
        var query: Query?
        var shown: (request: Request, window: Window)?
    }

    private let state = Mutex(State())
    private let make: @Sendable () async -> LiveQuery<Request, QueryResult<Window?>>

    /// - Parameter make: asks the model for the query, which begins with the first request.
    public init(_ make: @escaping @Sendable () async -> LiveQuery<Request, QueryResult<Window?>>) {
        self.make = make
    }

    /// The current request; `nil` until the model has been asked.
    public var request: Request? { state.withLock { $0.query?.request } }

    /// The newest window that could be read; `nil` before the first.
    public var window: Window? { state.withLock { $0.shown?.window } }

    /// Passes each newest content to `receive`, one after the other, until the caller's task is cancelled.
    ///
    /// The content may answer an earlier request: the request can change at any time.
    public func follow(_ receive: @escaping @Sendable (Content) async -> Void) async {
        await query().follow { request, answer in
            let window = (try? answer.content.get()) ?? nil
            if let window { self.state.withLock { $0.shown = (request, window) } }
            await receive(
                Content(
                    window: window,
                    request: request,
                    connection: answer.status.connection,
                    problem: DiskProblem(answer)
                )
            )
        }
    }

    /// Changes the request. Reads nothing if that leaves the request as it is.
    public func ask(_ change: (inout Request) -> Void) async {
        Self.change(await query(), change)
    }

    /// Changes the request according to the window that answers it. Does nothing while that window is being read.
    public func move(_ change: (inout Request, Window) -> Void) {
        guard
            let (query, shown) = state.withLock({ state in
                state.query.flatMap { query in state.shown.map { (query, $0) } }
            }),
            query.request == shown.request
        else { return }
        Self.change(query) { change(&$0, shown.window) }
    }

    /// Returns when the answer to the current request has been passed on.
    public func settle() async {
        await query().settle()
    }

    private static func change(_ query: Query, _ change: (inout Request) -> Void) {
        var request = query.request
        change(&request)
        if request != query.request { query.setRequest(request) }
    }

    /// Returns the query, always the same one: if two are made at once, the first.
    private func query() async -> Query {
        if let query = state.withLock({ $0.query }) { return query }
        let query = await make().withRequests()
        return state.withLock { state in
            let first = state.query ?? query
            state.query = first
            return first
        }
    }
}
