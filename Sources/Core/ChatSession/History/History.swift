import ChatStore
import ChatTypes
import RuntimeKit
import SQLiteKit

/// The stored history and its one writer.
///
/// Each change is one call of `commit(_:then:)`, which never suspends. A check that a write depends on belongs into the
/// same closure, where the writer can read.
actor History {
    private let database: ChatDatabase
    /// Reads committed history without waiting for the writer.
    nonisolated let reader: HistoryReader
    /// The folder beside the history with copies of files to send and with downloaded files.
    nonisolated let files: any FileFolder
    /// The queries to run again after a change.
    nonisolated let feed = ChangeFeed()
    /// The state of the server and the disk.
    nonisolated let status: StatusTracker
    /// The drafts that the next commit saves.
    nonisolated let unsavedDrafts = UnsavedDrafts()

    /// Removes files that an earlier launch left behind.
    init(_ database: sending ChatDatabase) {
        database.removeStrayFiles()
        (reader, files) = (database.reader, database.files)
        status = StatusTracker(feed: feed)
        self.database = database
    }

    /// Runs one transaction, then calls `finish` with its result before any other transaction can begin.
    ///
    /// Saves unsaved drafts in the same transaction and records whether the disk accepts writes. Throws a `StorageProblem`;
    /// then nothing was changed.
    @discardableResult
    func commit<Result: Sendable>(
        _ body: @Sendable (borrowing ChatWriter) throws -> Result,
        then finish: @Sendable (Result) -> Void = { _ in }
    ) throws -> Result {
        let drafts = unsavedDrafts.all
        let saved: [UnsavedDrafts.Draft]
        let result: Result
        do {
            (saved, result) = try database.write { writer in
                // The draft of a chat that is not stored yet stays unsaved.
                let saved = try drafts.filter { try writer.holds($0.chat) }
                for draft in saved {
                    if let target = draft.target {
                        try writer.setDraft(draft.text, of: target, in: draft.chat)
                    } else {
                        try writer.setDraft(draft.text, in: draft.chat)
                    }
                }
                return (saved, try body(writer))
            }
        } catch {
            let problem = StorageProblem(error)
            status.update { $0.storageProblem = problem }
            throw problem
        }
        unsavedDrafts.forget(saved)
        status.update { $0.storageProblem = nil }
        finish(result)
        return result
    }

    /// Reads on the writer's own connection, between two transactions. Throws a `SessionError` of `query`, or a `StorageProblem`.
    func read<Value: Sendable>(_ query: @Sendable (borrowing ChatReader) throws -> Value) throws -> Value {
        do { return try database.read(query) } catch let error as SessionError { throw error } catch {
            throw StorageProblem(error)
        }
    }

    /// Returns a query that runs again after each change that `scope` covers.
    nonisolated func query<Request, Content>(
        _ request: Request,
        dependingOn scope: ChangeScope,
        _ ask: @escaping @Sendable (Request, borrowing ChatReader) throws -> Content
    ) -> LiveQuery<Request, QueryResult<Content>> {
        let query = LiveQuery(request) { [reader, status] request -> QueryResult<Content> in
            do {
                let content = try await reader.read { try ask(request, $0) }
                return QueryResult(.success(content), status: status.value)
            } catch {
                return QueryResult(.failure(StorageProblem(error)), status: status.value)
            }
        }
        feed.follow(scope, query.invalidation)
        return query
    }

    /// Returns a query of the number of unread messages that notify the user; nil when it cannot be read.
    ///
    /// Reads one row on the writer's connection, which saves the reader's transaction.
    nonisolated func unreadCounts() -> LiveQuery<Void, Int?> {
        let query = LiveQuery(()) { [weak self] in try? await self?.read { try $0.unreadCount() } }
        feed.follow(.account, query.invalidation)
        return query
    }

    /// The number of statements run so far by the writer and all readers.
    var statementCount: Int {
        get async { await reader.statementCount + database.statementCount }
    }

    /// The number of rows read so far by the writer and all readers.
    var rowCount: Int {
        get async { await reader.rowCount + database.rowCount }
    }

    /// Lends the writer's database to `body`.
    func withDatabase<Value: Sendable>(_ body: @Sendable (ChatDatabase) throws -> Value) rethrows -> Value {
        try body(database)
    }
}

extension StorageProblem {
    /// Describes an error of the history for the user; keeps an error that is a `StorageProblem` already.
    package init(_ error: any Error) {
        self =
            switch error {
            case let error as StorageProblem: error
            case let error as SQLiteError: error.problem
            default: .other(detail: "\(error)")
            }
    }
}
