import ChatTypes
import Foundation
import RuntimeKit
import Synchronization

@testable import ChatSession
@testable import ChatStore

extension SessionWorld {
    /// Sends a file; its message is committed when this returns.
    @discardableResult
    func send(_ original: Original, _ text: String = "", to chat: ChatHeader = ada) throws -> MessageID {
        try perform { try await $0.send(fileAt: original.path, text: text, to: chat.id) }
    }

    func download(_ number: Int) throws {
        try perform { try await $0.download(MessageID("m\(number)"), in: ada.id) }
    }

    func transfer(of message: MessageID) throws -> FileTransfer? {
        try perform { session in
            let answer = await session.transfers(of: [message], in: ada.id).first { _ in true }
            return try answer?.content.get()[message]
        }
    }

    func transfer(of number: Int) throws -> FileTransfer? { try transfer(of: MessageID("m\(number)")) }

    /// The bytes of a message's file in the folder; nil when it is not complete.
    func bytes(of message: MessageID) throws -> [UInt8]? {
        guard case .complete = try transfer(of: message) else { return nil }
        let name = try perform { try await $0.read { try $0.file(of: message, in: ada.id)?.name } }
        return try name.map { try folder.read($0, at: 0, count: 1 << 24) }
    }

    /// Records each state of a message's file from now on.
    func follow(_ message: MessageID) -> TransferSpy {
        let spy = TransferSpy()
        begin { session in
            await session.transfers(of: [message], in: ada.id).follow { answer in
                if let transfers = try? answer.content.get() { spy.record(transfers[message]) }
            }
        }
        return spy
    }
}

final class TransferSpy: Sendable {
    private let seen = Mutex<[FileTransfer?]>([])

    var all: [FileTransfer?] { seen.withLock { $0 } }

    func record(_ transfer: FileTransfer?) { seen.withLock { $0.append(transfer) } }
}

/// A file that the user sends. It is removed with the test.
final class Original: Sendable {
    let path: String
    let bytes: [UInt8]

    /// - Parameter opening: the first bytes, before as many others as `count`.
    init(_ count: Int, named name: String = "photo.png", opening: [UInt8] = []) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "original-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: name).path
        bytes = opening + Self.bytes(count)
        try Data(bytes).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }

    static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
            for index in 0..<count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31 ^ index >> 8) }
            written = count
        }
    }
}

/// A folder on a disk that can be full, fail from some write on as at a death, or be unreadable.
final class ShortDiskFake: FileFolder {
    private struct State {
        var room = Int.max
        var writesLeft = Int.max
        var readProblem: StorageProblem?
    }

    private let folder: any FileFolder
    private let state = Mutex(State())

    init(_ folder: any FileFolder = MemoryFolder()) {
        self.folder = folder
    }

    func setRoom(_ bytes: Int) { state.withLock { $0.room = bytes } }

    /// Makes all writes and removals fail after `count` writes.
    func die(afterWrites count: Int) { state.withLock { $0.writesLeft = count } }

    /// Makes all reads fail from now on, or none.
    func refuseReads(because problem: StorageProblem?) { state.withLock { $0.readProblem = problem } }

    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        let room = try state.withLock { state in
            guard state.writesLeft > 0 else { throw StorageProblem.failing(detail: "dead") }
            state.writesLeft -= 1
            let room = min(state.room, bytes.count)
            state.room -= room
            return room
        }
        // A full disk still writes what fits.
        try folder.write(Array(bytes.prefix(room)), to: name, at: offset)
        if room < bytes.count { throw StorageProblem.diskFull }
    }

    func remove(_ name: String) throws {
        if state.withLock({ $0.writesLeft <= 0 }) { throw StorageProblem.failing(detail: "dead") }
        try folder.remove(name)
    }

    func path(of name: String) -> String? { folder.path(of: name) }
    func size(of name: String) throws -> Int64? { try folder.size(of: name) }
    func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8] {
        if let problem = state.withLock({ $0.readProblem }) { throw problem }
        return try folder.read(name, at: offset, count: count)
    }
    func synchronize(_ name: String) throws { try folder.synchronize(name) }
    func names() throws -> [String] { try folder.names() }
}
