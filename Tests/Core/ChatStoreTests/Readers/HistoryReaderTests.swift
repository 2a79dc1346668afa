import CSQLite
import ChatTypes
import Foundation
import SQLiteKit
import Testing

@testable import ChatStore

@Suite struct HistoryReaderTests {
    private let folder: TemporaryFolder
    private let databases: [ChatDatabase]

    /// A history in memory, and one in a file.
    init() throws {
        folder = try TemporaryFolder()
        databases = [
            try ChatDatabase(.memory), try ChatDatabase(.file(path: folder.file("history.sqlite").path)),
        ]
        for database in databases { try database.apply([message(1), message(2)]) }
    }

    @Test func `a read sees exactly what was committed`() async throws {
        for database in databases {
            let reader = database.reader
            #expect(try await reader.ids() == ["m1", "m2"])
            try database.apply([message(3)])
            #expect(try await reader.ids() == ["m1", "m2", "m3"])
            #expect(try await reader.read { try $0.search("text", limit: 9).hits.count } == 3)
        }
    }

    @Test func `with the writer all is closed, and nothing is left beside the file`() async throws {
        var database: ChatDatabase? = try ChatDatabase(.file(path: folder.file("closed.sqlite").path))
        try database?.apply([message(1)])
        let reader = try #require(database?.reader)
        #expect(try await reader.ids() == ["m1"])
        database = nil
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.file("closed.sqlite").deletingLastPathComponent().path
        )
        #expect(names.filter { $0.hasPrefix("closed") } == ["closed.sqlite"])
        await #expect(throws: CancellationError.self) { try await reader.ids() }
    }

    @Test func `two histories in memory are two`() async throws {
        let other = try ChatDatabase(.memory)
        try other.apply([message(9)])
        #expect(try await other.reader.ids() == ["m9"])
        #expect(try await databases[0].reader.ids() == ["m1", "m2"])
    }

    @Test func `nothing can be written, not even by leave of a setting`() async throws {
        for database in databases {
            for script in ["DELETE FROM message", "PRAGMA query_only = OFF; DELETE FROM message", "CREATE TABLE x(y)"] {
                await #expect(throws: SQLiteError.self) {
                    try await database.reader.read { try $0.connection.execute(script) }
                }
            }
            #expect(try database.ids() == ["m1", "m2"])
        }
    }

    @Test func `one read sees one moment, and a commit does not wait for it`() async throws {
        let database = databases[1]
        nonisolated(unsafe) let writer = database
        let (before, after) = try await database.reader.read { reader in
            let before = try reader.unreadCount()
            // Committed while this read is open.
            try elsewhere(with: writer) { _ = try $0.apply([message(3)]) }
            return (before, try reader.unreadCount())
        }
        #expect(before == 2 && after == 2)
        #expect(try await database.reader.read { try $0.unreadCount() } == 3)
    }

    @Test func `a long read does not hold up a short one`() async throws {
        for database in databases {
            let reader = database.reader
            let ids = try await reader.read { _ in
                try elsewhere(with: reader) { reader in try onOwnExecutor { try await reader.ids() } }
            }
            #expect(ids == ["m1", "m2"])
        }
    }

    @Test func `in memory a commit waits for the reads that run, and neither fails`() async throws {
        let database = databases[0]
        for number in 3...12 {
            nonisolated(unsafe) let writer = database
            let isWriting = DispatchSemaphore(value: 0)
            let isCommitted = DispatchSemaphore(value: 0)
            let counts = try await database.reader.read { reader in
                let before = try reader.unreadCount()
                Thread.detachNewThread {
                    _ = try? writer.write { writer in
                        _ = try writer.apply(ChatUpdate(chat: ada, messages: [message(number)]), announcing: false)
                        isWriting.signal()
                    }
                    isCommitted.signal()
                }
                isWriting.wait()
                return [before] + (try (1...200).map { _ in try reader.unreadCount() })
            }
            isCommitted.wait()
            #expect(Set(counts) == [number - 1])
            #expect(try database.unreadCount() == number)
        }
    }

    @Test func `cancelling a read interrupts its statement and not the next read`()
        async throws
    {
        for reader in databases.map(\.reader) {
            for _ in 0..<2 * HistoryReader.limit {
                let task = Task {
                    try await reader.read { reader in
                        withUnsafeCurrentTask { $0?.cancel() }
                        return try reader.connection.first(Self.endless) { $0.integer(0) }
                    }
                }
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            #expect(try await reader.ids() == ["m1", "m2"])
        }
    }

    @Test func `a task that was cancelled before reads nothing`() async throws {
        let reader = databases[0].reader
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await reader.read { _ in true }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a read that fails leaves its connection as it was`() async throws {
        struct Failure: Error {}
        for _ in 0..<2 * HistoryReader.limit {
            await #expect(throws: Failure.self) {
                try await databases[0].reader.read { reader -> Int in
                    _ = try reader.unreadCount()
                    throw Failure()
                }
            }
        }
        try databases[0].apply([message(3)])
        #expect(try await databases[0].reader.ids() == ["m1", "m2", "m3"])
    }

    @Test func `all of it runs where its caller runs`() throws {
        for database in databases {
            let reader = database.reader
            let ids = try onOwnExecutor {
                try await withThrowingTaskGroup(of: [String].self) { group in
                    for _ in 0..<3 * HistoryReader.limit { group.addTask { try await reader.ids() } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            #expect(ids == Array(repeating: ["m1", "m2"], count: 3 * HistoryReader.limit))
        }
    }

    @Test func `a list is three statements, two of which make it one moment`() async throws {
        let reader = databases[1].reader
        _ = try await reader.read { try $0.chats(limit: 50) }
        let before = await reader.statementCount
        _ = try await reader.read { try $0.chats(limit: 50) }
        #expect(await reader.statementCount - before == 3)
    }

    @Test func `a list of one chat is one row that is read`() async throws {
        let reader = databases[1].reader
        let before = await reader.rowCount
        let chats = try await reader.read { try $0.chats(limit: 50) }
        #expect(await reader.rowCount - before == chats.count && chats.count == 1)
    }

    private static let endless: StaticString = """
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 1000000000)
        SELECT count(*) FROM number
        """
}
