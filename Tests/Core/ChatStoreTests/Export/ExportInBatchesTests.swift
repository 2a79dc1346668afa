import ChatTypes
import Foundation
import Testing

@testable import ChatStore

@Suite struct ExportInBatchesTests {
    private let folder: TemporaryFolder
    private let database: ChatDatabase

    /// The bytes of a history with three batches of messages, a gap in the middle, and some waiting messages.
    private static let bytes: Result<Data, any Error> = Result {
        let folder = try TemporaryFolder()
        let file = folder.file("history.sqlite")
        do {
            let database = try ChatDatabase(.file(path: file.path))
            try database.apply((1...600).map { message($0) } + (602...1200).map { message($0) })
            for number in 1...5 { _ = try database.enqueue("w\(number)", at: moment(2000)) }
            try database.apply([message(1)], in: ben)
        }
        return try withExtendedLifetime(folder) { try Data(contentsOf: file) }
    }

    init() throws {
        folder = try TemporaryFolder()
        try Self.bytes.get().write(to: folder.file("history.sqlite"))
        database = try ChatDatabase(.file(path: folder.file("history.sqlite").path))
    }

    /// Returns all exported records, and runs `change` after each batch.
    private func exported(_ change: (Int) async throws -> Void = { _ in }) async throws -> [HistoryRecord] {
        var (records, count): ([HistoryRecord], Int) = ([], 0)
        try await database.reader.export { batch in
            records += batch
            count += 1
            try await change(count)
        }
        return records
    }

    /// Returns how often each record occurs, by a unique name.
    private func names(_ records: [HistoryRecord]) -> [String: Int] {
        records.reduce(into: [:]) { counts, record in
            switch record {
            case .chat(let chat): counts[chat.id.rawValue, default: 0] += 1
            case .member(let member): counts["\(member.chat)/\(member.member)", default: 0] += 1
            case .message(let message): counts["\(message.chat)/\(message.id)", default: 0] += 1
            }
        }
    }

    @Test func `an unchanged history exports the same in batches and at once`() async throws {
        var batches = 0
        #expect(try await exported { batches = $0 } == database.records())
        #expect(batches == 3)
    }

    @Test(arguments: 496...502)
    func `no message is left out, wherever in a chat a batch is full`(count: Int) async throws {
        let database = try ChatDatabase(.memory)
        try database.apply((1...count).map { message($0) })
        try database.apply([message(1), message(2)], in: ben)
        let records = names(try database.records())
        #expect(records.count == count + 4 && records.values.allSatisfy { $0 == 1 })
    }

    @Test(arguments: 498...501)
    func `a batch that ends right before the last message leaves nothing out`(count: Int) throws {
        let database = try ChatDatabase(.memory)
        // Uses neighbouring positions, so that the place after a message is that of the next.
        let messages = (1...count).map { number in
            Message(
                id: MessageID("m\(number)"),
                author: .contact,
                text: "text",
                sentAt: moment(number),
                position: Position(Int64(number)),
                predecessor: nil
            )
        }
        try database.apply(messages)
        let records = names(try database.records())
        #expect(records.count == count + 1 && records.values.allSatisfy { $0 == 1 })
    }

    @Test func `writes during an export cause no loss and no repetition`() async throws {
        let before = names(try database.records())
        let records = try await exported { batch in
            switch batch {
            case 1:
                // A waiting message is sent, and gets a position that has been read already.
                try database.apply([message(1201, from: .me, id: "w1"), message(1202)])
                _ = try database.apply([message(1200, from: .me, id: "w2")], in: ben)
                _ = try database.enqueue("w6", at: moment(2001))
                try database.apply(
                    in: ChatHeader(id: ada.id, contact: Contact(id: ada.contact.id, name: "A"), createdAt: moment(0))
                )
            case 2:
                try database.apply([message(601, from: .me, id: "w3")])
                try database.apply([message(1)], in: chat(1))
                try database.write { try $0.markFailed(MessageID("w4"), in: ada.id, reason: "no") }
            default: break
            }
        }
        let after = names(records)
        #expect(before.keys.filter { after[$0] != 1 } == [])
        #expect(after.keys.filter { before[$0] == nil } == ["chat-ben/w2"], "its chat's turn came after it")
    }

    @Test func `an export never hides a gap`() async throws {
        let records = try await exported { batch in
            // The gap is filled on both sides of the export's place, and new messages arrive.
            if batch == 1 { try database.apply([message(601), message(1201, from: .me, id: "w1"), message(1202)]) }
        }
        let copy = try ChatDatabase(.memory)
        try copy.write { writer in for record in records { try writer.restore(record) } }
        let timeline = try #require(try copy.timeline(in: .newest(2000)))
        var previous: Int64 = 0
        for message in timeline.messages {
            guard let position = message.position?.rawValue else { continue }
            #expect(message.followsGap == (position != previous + 10), "at \(position)")
            previous = position
        }
        #expect(timeline.messages.suffix(5).map(\.delivery) == Array(repeating: .sending, count: 5))
    }

    @Test func `a consumer that stalls holds neither the log nor a reader`() async throws {
        _ = try await exported { batch in
            try database.apply((2000 * batch..<2000 * batch + 500).map { message($0) })
            // Zero if the whole log could be moved and cut, because nothing reads from it.
            #expect(try database.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
            #expect(try await database.reader.ids().isEmpty == false)
        }
        #expect(try await database.reader.read { try $0.chatCount() } == 2)
    }

    @Test func `long texts make small batches`() async throws {
        let text = String(repeating: "x", count: 400_000)
        try database.apply((1...12).map { message($0, text: text) }, in: chat(3))
        var largest = 0
        try await database.reader.export { batch in
            let bytes = batch.reduce(0) { sum, record in
                if case .message(let message) = record { sum + message.text.utf8.count } else { sum }
            }
            largest = max(largest, bytes)
        }
        #expect(largest < ExportBatch.byteLimit + text.utf8.count)
    }

    @Test func `an export ends when its task is cancelled`() async throws {
        let reader = database.reader
        let task = Task {
            try await reader.export { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
