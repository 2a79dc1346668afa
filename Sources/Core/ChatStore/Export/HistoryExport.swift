import SQLiteKit

/// How far an export has come: what it is still to read.
///
/// Nothing that was there when it began is missing or comes twice, although it is read in batches with any time between
/// them. The chats are those of the beginning; of each chat, when its turn comes, so are the highest position and what
/// waits. A message that is sent later on is told as it was: waiting, and not in its new place. So what is told never says
/// that nothing is missing before a message unless what stands there is told, too.
struct HistoryExport: Sendable {
    /// The keys of all chats.
    private let chats: [Int64]
    private var index = 0
    private var chat: ChatExport?

    /// Reads which chats there are, by id. Throws `SQLiteError`. Cost: linear in their number.
    init(of connection: SQLiteConnection) throws {
        chats = try connection.rows("SELECT key FROM chat ORDER BY id") { $0.integer(0) }
    }

    /// The next records, all of one moment; nil when there are no more. Throws `SQLiteError`. Cost: bounded.
    mutating func next(from connection: SQLiteConnection) throws -> [HistoryRecord]? {
        var batch = ExportBatch()
        while !batch.isFull {
            if chat == nil {
                guard index < chats.count else { break }
                chat = try ChatExport.begin(chats[index], with: &batch, from: connection)
                index += 1
            }
            if try chat?.read(into: &batch, from: connection) != true { chat = nil }
        }
        return batch.records.isEmpty ? nil : batch.records
    }
}

/// Records on their way out, no more than memory can bear.
struct ExportBatch {
    private(set) var records: [HistoryRecord] = []
    private var byteCount = 0

    static let recordLimit = 500
    static let byteLimit = 1 << 20

    var isFull: Bool { records.count >= Self.recordLimit || byteCount >= Self.byteLimit }

    mutating func add(_ record: HistoryRecord) {
        records.append(record)
        if case .message(let message) = record { byteCount += message.text.utf8.count }
    }
}
