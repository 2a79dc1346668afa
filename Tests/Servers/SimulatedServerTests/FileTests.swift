import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import SimulatedServer

@Suite struct FileTests {
    private let file = TemporaryFile()

    @Test func `a file comes back byte for byte, and its message says what it is`() throws {
        let (world, bytes) = (try SimulatedWorld(), Bytes(700_000))
        let place = try world.run { try await world.connection.upload(bytes.file("photo.png"), reading: bytes.read) }
        let sent = try world.run { try await world.connection.send(bytes.message(at: place, in: SimulatedWorld.john)) }
        #expect(sent.attachment == bytes.attachment(at: place) && sent.imageCount == 1 && sent.text == "")
        let received = Received()
        try world.run { try await world.connection.download(place, from: 0, received.take) }
        // Apart: an expectation looks for the differences of such long arrays, which takes hours.
        let isWhole = received.bytes == bytes.all
        #expect(isWhole)
        let rest = Received()
        try world.run { try await world.connection.download(place, from: 699_990, rest.take) }
        let isEnd = rest.bytes == Array(bytes.all.suffix(10))
        #expect(isEnd)
        #expect(try world.run { await world.server.log(of: SimulatedWorld.john).last } == sent)
    }

    @Test(arguments: [0, 1, Limits.filePartBytes, Limits.filePartBytes + 1, 2 * Limits.filePartBytes])
    func `a file of any length goes and comes`(count: Int) throws {
        let (world, bytes, received) = (try SimulatedWorld(), Bytes(count), Received())
        try world.run {
            let place = try await world.connection.upload(bytes.file(), reading: bytes.read)
            try await world.connection.download(place, from: 0, received.take)
        }
        let isWhole = received.bytes == bytes.all
        #expect(isWhole)
    }

    @Test func `a second upload under the same id is the same file, and nothing is read`() throws {
        let (world, bytes) = (try SimulatedWorld(), Bytes(300_000))
        let first = try world.run { try await world.connection.upload(bytes.file(), reading: bytes.read) }
        let second = try world.run {
            try await world.connection.upload(bytes.file()) { _, _ in throw CancellationError() }
        }
        #expect(first == second)
    }

    @Test(arguments: Seeds.upTo(10))
    func `lost or repeated parts leave one whole file, and no part is sent twice`(seed: UInt64)
        throws
    {
        var conditions = NetworkConditions.perfect
        (conditions.requestLossRate, conditions.responseLossRate, conditions.busyRate) = (0.2, 0.2, 0.1)
        let world = try SimulatedWorld(seed: seed, conditions: conditions)
        let (bytes, received) = (Bytes(2 * Limits.filePartBytes + 5), Received())
        let place = try world.run {
            while true {
                do { return try await world.connection.upload(bytes.file(), reading: bytes.read) } catch is ServiceError
                {}
            }
        }
        #expect(Set(bytes.offsets).count == 3, "each part was read")
        try world.run {
            while received.bytes.count < bytes.all.count {
                let start = Int64(received.bytes.count)
                do { try await world.connection.download(place, from: start, received.take) } catch is ServiceError {}
            }
        }
        let isWhole = received.bytes == bytes.all
        #expect(isWhole)
    }

    @Test func `a restarted server keeps whole files, and removes and restarts partial ones`()
        throws
    {
        let folder = DiskFolder(file.url.path + ".files")
        defer { try? FileManager.default.removeItem(atPath: file.url.path + ".files") }
        let (whole, half) = (Bytes(400_000), Bytes(600_000, id: "half"))
        let before = try SimulatedWorld(journal: file.url)
        let place = try before.run { try await before.connection.upload(whole.file(), reading: whole.read) }
        #expect(throws: CancellationError.self) {
            try before.run {
                try await before.connection.upload(half.file()) { offset, count in
                    if offset > 0 { throw CancellationError() }
                    return try await half.read(offset, count)
                }
            }
        }
        #expect(try folder.names().count == 2)
        #expect(try Data(contentsOf: file.url).count < 2000, "the journal names files, and does not hold them")
        let (after, received) = (try SimulatedWorld(seed: 2, journal: file.url), Received())
        #expect(try folder.names().count == 1)
        try after.run {
            #expect(try await after.connection.upload(whole.file(), reading: whole.read) == place)
            _ = try await after.connection.upload(half.file(), reading: half.read)
            try await after.connection.download(place, from: 0, received.take)
        }
        let isWhole = received.bytes == whole.all
        #expect(isWhole)
        #expect(half.offsets.filter { $0 == 0 }.count == 2)
    }

    @Test func `a file that differs from its description is refused and may be sent again`() throws {
        let (world, bytes) = (try SimulatedWorld(), Bytes(300_000))
        let wrong = [
            outgoing("own", byteCount: 300_000, digest: "ff"),
            outgoing("own", byteCount: 299_999, digest: bytes.file().digest),
            outgoing("own", byteCount: 300_001, digest: bytes.file().digest),
        ]
        for file in wrong {
            let error = #expect(throws: ServiceError.self) {
                try world.run { try await world.connection.upload(file, reading: bytes.read) }
            }
            #expect(error == .refused(.damagedFile, text: "The file came damaged; send it again"))
        }
        let huge = outgoing("huge", byteCount: .max, digest: "")
        #expect(throws: ServiceError.self) {
            try world.run { try await world.connection.upload(huge, reading: bytes.read) }
        }
        _ = try world.run { try await world.connection.upload(bytes.file(), reading: bytes.read) }
    }

    @Test func `a file for an unknown or left chat is refused before it is read`()
        throws
    {
        let (world, bytes) = (try SimulatedWorld(), Bytes(10))
        let left = try world.run {
            let header = try await world.connection.createGroup(world.group())
            try await world.connection.setMembership(.leave, in: header.id)
            return header.id
        }
        for chat in [left, ChatID("nowhere")] {
            #expect(throws: ServiceError.self) {
                try world.run { try await world.connection.upload(bytes.file(in: chat), reading: bytes.read) }
            }
        }
        #expect(bytes.offsets.isEmpty)
    }

    @Test func `a message with a file that is not there is refused`() throws {
        let (world, bytes) = (try SimulatedWorld(), Bytes(10))
        for place in ["nowhere", "upload-../../x", "made-99999999999999999999-1", "made--5-1", ""] {
            let refusals = [
                #expect(throws: ServiceError.self) {
                    try world.run {
                        try await world.connection.send(bytes.message(at: FileID(place), in: SimulatedWorld.john))
                    }
                },
                #expect(throws: ServiceError.self) {
                    try world.run { try await world.connection.download(FileID(place), from: 0) { _ in } }
                },
            ]
            #expect(refusals.allSatisfy { $0 == .refused(.unknownFile, text: "The server does not have that file") })
        }
    }

    @Test func `contacts send pictures and files, whose bytes stay the same over a restart`() throws {
        let before = try SimulatedWorld(journal: file.url)
        try before.beginFriends()
        let (picture, document, lie) = try before.run {
            (
                try await before.server.contactSends(fileNamed: "me.png", in: SimulatedWorld.john),
                try await before.server.contactSends(
                    fileNamed: "notes.txt",
                    byteCount: 500_000,
                    text: "read this",
                    in: SimulatedWorld.friends,
                    by: SimulatedWorld.ben
                ),
                try await before.server.contactSends(
                    fileNamed: "a",
                    byteCount: 3,
                    claimedByteCount: .max,
                    in: SimulatedWorld.john
                )
            )
        }
        #expect(picture.imageCount == 1 && picture.attachment?.type == "image/png")
        #expect(document.imageCount == 0 && document.attachment?.type == "text/plain" && document.text == "read this")
        #expect(lie.attachment?.byteCount == .max)
        let bytes = try [before, try SimulatedWorld(seed: 2, journal: file.url)].map { world in
            try [picture, document, lie].map { message in
                let received = Received()
                let place = try #require(message.attachment?.id)
                try world.run { try await world.connection.download(place, from: 0, received.take) }
                #expect(try world.run { await world.server.log(of: SimulatedWorld.john) }.contains(picture))
                return received.bytes
            }
        }
        #expect(bytes[0] == bytes[1])
        #expect(
            bytes[0][0].starts(with: [0x89, 0x50, 0x4E, 0x47])
                && bytes[0][0].count == Int(picture.attachment?.byteCount ?? 0)
        )
        #expect(bytes[0][1].count == 500_000 && Set(bytes[0][1]).count == 256 && bytes[0][2].count == 3)
    }

    @Test func `a contact's file can be sent on to another chat`() throws {
        let world = try SimulatedWorld()
        let (picture, chat) = try world.run {
            (
                try await world.server.contactSends(fileNamed: "me.png", claimedByteCount: 7, in: SimulatedWorld.john),
                try await world.connection.createChat(with: "Ada").id
            )
        }
        let message = OutgoingMessage(id: MessageID("sent-on"), chat: chat, text: "", attachment: picture.attachment)
        let sent = try world.run { try await world.connection.send(message) }
        #expect(sent.attachment == picture.attachment && sent.imageCount == 1)
    }

    @Test func `a made file of any length is read to its end`() throws {
        let world = try SimulatedWorld()
        for (offset, count) in [(Int64.max - 5, 5), (.max, 0), (.min, Limits.filePartBytes)] {
            let part = try world.run {
                try await world.server.part(of: FileID("made-9223372036854775807-1"), at: offset)
            }
            #expect(part.count == count)
        }
    }

    @Test func `a part that came already or too early changes nothing`() throws {
        let (world, bytes) = (try SimulatedWorld(), Bytes(10))
        let file = bytes.file()
        func receive(_ range: Range<Int>) throws -> SimulatedChatServer.UploadState {
            let part = Array(bytes.all[range])
            return try world.run { try await world.server.receive(part, at: Int64(range.lowerBound), of: file) }
        }
        #expect(try receive(5..<10) == .reached(0))
        for _ in 1...2 { #expect(try receive(0..<5) == .reached(5)) }
        guard case .whole(let place) = try receive(5..<10) else { throw CancellationError() }
        #expect(try world.run { try await world.server.part(of: place, at: 0) } == bytes.all)
    }

    @Test func `another file under an ID begins anew, and leaves nothing of the first`() throws {
        let folder = DiskFolder(file.url.path + ".files")
        defer { try? FileManager.default.removeItem(atPath: file.url.path + ".files") }
        let (world, first, second) = (try SimulatedWorld(journal: file.url), Bytes(10), Bytes(6))
        let (one, other) = (first.file(), second.file())
        let states = try world.run {
            [
                try await world.server.receive([0, 0], at: 0, of: one),
                try await world.server.receive([], at: 0, of: other),
                try await world.server.receive([1, 2], at: 0, of: one),
            ]
        }
        #expect(states == [.reached(2), .reached(0), .reached(2)])
        #expect(try folder.names().count == 1)
    }

    @Test func `a file that came damaged leaves nothing, and comes whole the next time`() throws {
        let folder = DiskFolder(file.url.path + ".files")
        defer { try? FileManager.default.removeItem(atPath: file.url.path + ".files") }
        let (world, bytes) = (try SimulatedWorld(journal: file.url), Bytes(10))
        let described = bytes.file()
        for wrong in [10, 11] {
            let part = [UInt8](repeating: 0, count: wrong)
            #expect(throws: ServiceError.damagedFile) {
                try world.run { try await world.server.receive(part, at: 0, of: described) }
            }
            #expect(try folder.names() == [])
        }
        let whole = try world.run { try await world.server.receive(bytes.all, at: 0, of: described) }
        guard case .whole(let place) = whole else { throw CancellationError() }
        #expect(refusal { try world.run { try await world.server.part(of: place, at: -1) } } == .unknownFile)
        for name in try folder.names() { try folder.remove(name) }
        #expect(refusal { try world.run { try await world.server.part(of: place, at: 0) } } == .unknownFile)
    }

    @Test func `a server that is started again in place has no part of a file`() throws {
        let folder = DiskFolder(file.url.path + ".files")
        defer { try? FileManager.default.removeItem(atPath: file.url.path + ".files") }
        let (world, described) = (try SimulatedWorld(journal: file.url), Bytes(10).file())
        try world.run {
            #expect(try await world.server.receive([1, 2], at: 0, of: described) == .reached(2))
            try await world.server.restart()
        }
        #expect(try folder.names() == [])
        #expect(try world.run { try await world.server.receive([], at: 0, of: described) } == .reached(0))
    }

    @Test(arguments: [(-1, false), (Limits.fileBytes, true), (Limits.fileBytes + 1, false)] as [(Int64, Bool)])
    func `a file has at most as many bytes as it can have, and no fewer than none`(count: Int64, isTaken: Bool) throws {
        let world = try SimulatedWorld()
        let file = outgoing("own", byteCount: count, digest: "")
        let code = refusal { try world.run { try await world.server.receive([], at: 0, of: file) } }
        #expect(code == (isTaken ? nil : .tooLarge))
    }

    @Test func `a message states the true size of the user's own file`() throws {
        let (world, bytes) = (try SimulatedWorld(), Bytes(10))
        let place = try world.run { try await world.connection.upload(bytes.file(), reading: bytes.read) }
        let wrong = AttachedFile(id: place, name: "a", type: "a/b", byteCount: 11)
        let message = OutgoingMessage(id: MessageID("m"), chat: SimulatedWorld.john, text: "", attachment: wrong)
        #expect(refusal { try world.run { try await world.connection.send(message) } } == .unknownFile)
    }
}

/// A file to send, with a record of the parts that were read.
private func outgoing(_ id: String, byteCount: Int64, digest: String) -> OutgoingFile {
    OutgoingFile(
        id: MessageID(id),
        chat: SimulatedWorld.john,
        name: "a",
        type: "a/b",
        byteCount: byteCount,
        digest: digest
    )
}

private final class Bytes: Sendable {
    let all: [UInt8]
    private let id: MessageID
    private let asked = Mutex<[Int64]>([])

    init(_ count: Int, id: String = "own") {
        all = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        self.id = MessageID(id)
    }

    var offsets: [Int64] { asked.withLock { $0 } }

    func file(_ name: String = "a.bin", in chat: ChatID = SimulatedWorld.john) -> OutgoingFile {
        OutgoingFile(
            id: id,
            chat: chat,
            name: name,
            type: "image/png",
            byteCount: Int64(all.count),
            digest: SHA256.digest(of: all)
        )
    }

    func attachment(at place: FileID) -> AttachedFile {
        AttachedFile(id: place, name: "photo.png", type: "image/png", byteCount: Int64(all.count))
    }

    func message(at place: FileID, in chat: ChatID) -> OutgoingMessage {
        OutgoingMessage(id: id, chat: chat, text: "", attachment: attachment(at: place))
    }

    @Sendable func read(_ offset: Int64, _ count: Int) async throws -> [UInt8] {
        asked.withLock { $0.append(offset) }
        return Array(all[min(all.count, Int(offset))...].prefix(count))
    }
}

private final class Received: Sendable {
    private let parts = Mutex<[UInt8]>([])

    var bytes: [UInt8] { parts.withLock { $0 } }

    @Sendable func take(_ part: [UInt8]) async throws { parts.withLock { $0 += part } }
}
