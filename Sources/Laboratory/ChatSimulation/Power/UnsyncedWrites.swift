import Foundation
import RuntimeKit
import SimulationKit
import Synchronization

/// The writes not yet synchronized to a disk, which a power failure may undo.
///
/// The history's database and its file folder record each change here before making it. The existence of a file
/// counts as durable at once.
final class UnsyncedWrites: Sendable {
    private struct State {
        var changes: [String: [Change]] = [:]
        var openCount = 0
        var isOff = false
    }

    let folder: String
    private let state = Mutex(State())

    init(in folder: URL) {
        self.folder = folder.resolvingSymlinksInPath().path
    }

    /// Whether the disk rejects all writes.
    var isOff: Bool { state.withLock(\.isOff) }

    /// The number of open files of the history.
    var openCount: Int { state.withLock(\.openCount) }

    func noteOpening() { state.withLock { $0.openCount += 1 } }

    func noteClosing() { state.withLock { $0.openCount -= 1 } }

    /// Records a change that is made right afterwards.
    func note(_ change: Change, of path: String) {
        state.withLock { $0.changes[path, default: []].append(change) }
    }

    /// Forgets the changes of a file, because its content is durable or it was deleted.
    func noteSynchronized(_ path: String) {
        state.withLock { $0.changes[path] = nil }
    }

    /// Rejects all writes from now on, because the process was killed or the power is off.
    func cut() {
        state.withLock { $0.isOff = true }
    }

    /// Accepts writes of the next process.
    func resume() {
        state.withLock { $0.isOff = false }
    }

    /// Resets each file to its last synchronized content plus some later writes, and accepts writes again. Throws if
    /// a file cannot be written.
    func reset(using generator: inout SplitMix64) throws {
        let changes = state.withLock { $0.changes }
        for (path, changes) in changes.sorted(by: { $0.key < $1.key }) {
            var content = try OpenFile.bytes(at: path)
            for change in changes.reversed() { change.undo(in: &content) }
            // Restores all writes, none, those before some moment, or any of them.
            let rule = Int.random(in: 0..<4, using: &generator)
            let moment = Int.random(in: 0...changes.count, using: &generator)
            for (index, change) in changes.enumerated() {
                let isAny = Bool.random(using: &generator)
                guard [true, false, index < moment, isAny][rule] else { continue }
                change.redo(in: &content)
            }
            let file = try FileHandle(forUpdating: URL(filePath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: content)
            try file.close()
        }
        state.withLock { $0 = State(openCount: $0.openCount) }
    }
}

extension UnsyncedWrites {
    /// A replacement of some bytes of a file, or a truncation.
    struct Change: Sendable {
        let sizeBefore: Int
        let offset: Int
        /// The bytes before the change, up to the end of the file.
        let before: [UInt8]
        /// The bytes after the change; `nil` for a truncation.
        let after: [UInt8]?

        func undo(in content: inout [UInt8]) {
            Self.put(before, in: &content, at: offset)
            Self.resize(&content, to: sizeBefore)
        }

        func redo(in content: inout [UInt8]) {
            if let after { Self.put(after, in: &content, at: offset) } else { Self.resize(&content, to: offset) }
        }

        private static func put(_ bytes: [UInt8], in content: inout [UInt8], at offset: Int) {
            if content.count < offset + bytes.count { resize(&content, to: offset + bytes.count) }
            content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }

        /// Bytes that were never written read as zero.
        private static func resize(_ content: inout [UInt8], to count: Int) {
            if content.count > count {
                content.removeLast(content.count - count)
            } else {
                content += repeatElement(0, count: count - content.count)
            }
        }
    }
}
