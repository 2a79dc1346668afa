import ChatTypes
import RuntimeKit
import Synchronization
import Testing

@testable import ChatSession
@testable import ChatStore

@Suite struct PartialDownloadTests {
    private func file(of count: Int) -> RequestedDownload {
        let attachment = AttachedFile(id: FileID("f1"), name: "a.bin", type: "", byteCount: Int64(count))
        return RequestedDownload(message: MessageID("m1"), chat: ada.id, attachment: attachment, name: "copy")
    }

    @Test(arguments: [1, 1000, Limits.filePartBytes])
    func `each part is synchronised before a byte of the next is written`(step: Int) throws {
        let (folder, part) = (SyncingFolder(), Limits.filePartBytes)
        let bytes = Original.bytes(part * 2 + 10)
        let download = try PartialDownload(file(of: bytes.count), into: folder, from: nil)
        // Steps of one byte are taken around the borders only.
        var offset = 0
        while offset < bytes.count {
            let border = (offset / part + 1) * part
            let count = step > 1 ? step : offset + 3 < border ? border - 3 - offset : 1
            try download.append(Array(bytes[offset..<min(offset + count, bytes.count)]))
            offset = min(offset + count, bytes.count)
        }
        try download.finish()
        #expect(folder.unsynchronised.isEmpty, "written behind \(folder.unsynchronised)")
        #expect(try folder.read("copy", at: 0, count: .max) == bytes)
        #expect(folder.synchronisedCount == Int64(bytes.count))
    }

    @Test func `a download of an earlier process repeats its last part`() throws {
        let (folder, part) = (MemoryFolder(), Int64(Limits.filePartBytes))
        // A part that has all its bytes was not synchronised either, but is before the next.
        for (held, sure) in [(part, 0), (part + 1, part), (part * 2, part), (part + 5, part)] {
            folder.remove("copy")
            try folder.write(Original.bytes(Int(held)), to: "copy", at: 0)
            let download = try PartialDownload(file(of: Int(part) * 3), into: folder, from: nil)
            #expect(download.byteCount == sure, "\(held)")
        }
        #expect(try PartialDownload(file(of: Int(part) * 3), into: folder, from: part + 5).byteCount == part + 5)
    }

    @Test func `more bytes than a file can have are refused`() throws {
        let download = try PartialDownload(file(of: 3), into: HugeFolder(), from: Limits.fileBytes - 1)
        #expect(throws: FileError.impossibleSize(limit: Limits.fileBytes)) { try download.append([1, 2]) }
        try download.append([1])
        #expect(download.byteCount == Limits.fileBytes)
    }
}

/// A folder that seems to hold a file of almost the largest size, and keeps nothing.
private struct HugeFolder: FileFolder {
    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {}
    func remove(_ name: String) throws {}
    func path(of name: String) -> String? { nil }
    func size(of name: String) throws -> Int64? { Limits.fileBytes - 1 }
    func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8] { [] }
    func synchronize(_ name: String) throws {}
    func names() throws -> [String] { [] }
}

/// A folder in memory that notes writes behind a part that was not synchronised.
private final class SyncingFolder: FileFolder {
    private struct State {
        var synchronised: Int64 = 0
        var written: Int64 = 0
        var unsynchronised: [Int64] = []
    }

    private let folder: any FileFolder = MemoryFolder()
    private let state = Mutex(State())

    var unsynchronised: [Int64] { state.withLock { $0.unsynchronised } }
    var synchronisedCount: Int64 { state.withLock { $0.synchronised } }

    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        let part = Int64(Limits.filePartBytes)
        state.withLock { state in
            let end = offset + Int64(bytes.count)
            if !bytes.isEmpty, (end - 1) / part * part > state.synchronised { state.unsynchronised.append(offset) }
            state.written = end
        }
        try folder.write(bytes, to: name, at: offset)
    }

    func synchronize(_ name: String) throws { state.withLock { $0.synchronised = $0.written } }
    func path(of name: String) -> String? { nil }
    func size(of name: String) throws -> Int64? { try folder.size(of: name) }
    func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8] {
        try folder.read(name, at: offset, count: min(count, 1 << 24))
    }
    func remove(_ name: String) throws { try folder.remove(name) }
    func names() throws -> [String] { try folder.names() }
}

@Suite struct FileDutyTests {
    @Test func `progress is posted at the beginning, at the end and a few times a second`() throws {
        let world = try DutyWorld()
        let (progress, posts) = (world.progress, Counter())
        world.begin { await progress.run() }
        let query = world.history.query((), dependingOn: .files(ada.id)) { _, _ in }
        world.begin { await query.follow { _ in posts.increment() } }
        world.run(for: .seconds(1))
        progress.begin("a", in: ada.id)
        for count in 1...100 {
            progress.note("a", at: Int64(count), in: ada.id)
            world.run(for: .milliseconds(10))
        }
        #expect(progress["a"] == 100 && (5...7).contains(posts.value))
        progress.pause("a", in: ada.id)
        #expect(progress["a"] == nil && progress.reached("a") == 100)
        progress.end("a", in: ada.id)
        #expect(progress.reached("a") == nil)
    }
}
