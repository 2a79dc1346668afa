import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import SimulatedServer
import Testing

/// The files of a chat that is killed again and again. The content of a sent file follows from its name.
struct KilledFiles {
    /// The folder of the files before they are sent.
    let originals: URL
    let profile: URL
    /// The messages whose file was shown as downloaded.
    private var here: Set<String> = []

    init(folder: URL, profile: URL) {
        (originals, self.profile) = (folder.appending(path: "originals"), profile)
    }

    /// Writes a file for a round. Returns the line that sends it.
    func line(_ round: Int, _ number: Int) throws -> String {
        try FileManager.default.createDirectory(at: originals, withIntermediateDirectories: true)
        let path = originals.appending(path: "file-\(round)-\(number).bin")
        try Data(Self.bytes(named: path.lastPathComponent)).write(to: path)
        return "/attach \(path.path)\n"
    }

    /// Removes the originals after each round.
    func forgetOriginals() { try? FileManager.default.removeItem(at: originals) }

    /// Returns no bytes, a few, or more than one part.
    private static func bytes(named name: String) -> [UInt8] {
        let sum = name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFFFF }
        let count = [0, 1, 700, 4000, 65, Limits.filePartBytes + 5000][sum % 6]
        return (0..<count).map { UInt8(truncatingIfNeeded: sum &+ $0 &* 31) }
    }

    mutating func noteHere(_ message: String) { here.insert(message) }

    /// Checks after each kill that the copies of sent files are whole, and that downloaded files are still there.
    func check(_ round: Int, in database: ChatDatabase) throws {
        let carriers = try carriers(in: database)
        for carrier in carriers where carrier.author == .me {
            guard let name = carrier.attachment?.name, name.hasPrefix("file-\(round)-") else { continue }
            let bytes = try bytes(of: carrier, in: database)
            #expect(bytes == Self.bytes(named: name), "round \(round): the copy of \(name) is whole")
        }
        for carrier in carriers where here.contains(carrier.id.rawValue) {
            let count = try bytes(of: carrier, in: database).map { Int64($0.count) }
            #expect(count == carrier.attachment?.byteCount, "round \(round): what was here is here")
        }
    }

    /// Checks after a last session that each file is on the server once, downloaded files are whole, and no other
    /// file remains.
    func checkEnd(_ server: SimulatedChatServer, _ database: ChatDatabase, after killCount: Int) async throws {
        let log = await server.log(of: ChatID("chat-ada"))
        let sent = log.filter { $0.author == .me }.compactMap(\.attachment)
        #expect(killCount < 100 || !here.isEmpty, "some must have come, too")
        #expect(sent.count > killCount / 4 && Set(sent.map(\.name)).count == sent.count)
        for file in sent {
            let bytes = try await Self.bytes(of: file.id, on: server)
            #expect(bytes == Self.bytes(named: file.name), "\(file.name) is whole on the server")
        }
        #expect(try DiskFolder(profile.appending(path: "server.journal").path + ".files").names().count == sent.count)
        for carrier in try carriers(in: database) where carrier.author != .me {
            let stored = try database.read { try $0.file(of: carrier.id, in: carrier.chat) }
            guard let file = carrier.attachment, stored?.name != nil else { continue }
            let bytes = try await Self.bytes(of: file.id, on: server)
            #expect(try self.bytes(of: carrier, in: database) == bytes && stored?.isComplete == true)
        }
        #expect(try folder.names() == database.read { try $0.fileNames() }.sorted(), "what no row names is gone")
    }

    private var folder: DiskFolder { DiskFolder(profile.appending(path: "history.sqlite").path + ".files") }

    private func carriers(in database: ChatDatabase) throws -> [HistoryRecord.MessageRecord] {
        var carriers: [HistoryRecord.MessageRecord] = []
        try database.read { reader in
            try reader.export { record in
                if case .message(let message) = record, message.attachment != nil { carriers.append(message) }
            }
        }
        return carriers
    }

    private func bytes(of carrier: HistoryRecord.MessageRecord, in database: ChatDatabase) throws -> [UInt8]? {
        let name = try database.read { try $0.file(of: carrier.id, in: carrier.chat)?.name }
        let path = name.flatMap { folder.path(of: $0) }
        return path.flatMap { FileManager.default.contents(atPath: $0) }.map { Array($0) }
    }

    private static func bytes(of file: FileID, on server: SimulatedChatServer) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let part = try await server.part(of: file, at: Int64(bytes.count))
            bytes += part
            if part.count < Limits.filePartBytes { return bytes }
        }
    }
}
