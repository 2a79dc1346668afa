import Foundation
import SimulationKit
import Synchronization
import Transport

/// What has been written to a disk and not been synchronised: what a loss of power may take back.
///
/// A folder's history and its files note here what they are about to change. Names count as kept as soon as they are there.
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

    /// Whether nothing reaches the disk any more.
    var isOff: Bool { state.withLock(\.isOff) }

    /// How many of the history's files are open.
    var openCount: Int { state.withLock(\.openCount) }

    func noteOpening() { state.withLock { $0.openCount += 1 } }

    func noteClosing() { state.withLock { $0.openCount -= 1 } }

    /// Notes a change that is made right after.
    func note(_ change: Change, of path: String) {
        state.withLock { $0.changes[path, default: []].append(change) }
    }

    /// What stands in a file outlives a loss of power from now on, or the file has gone.
    func noteSynchronized(_ path: String) {
        state.withLock { $0.changes[path] = nil }
    }

    /// The process is dead, or the power is off: what is written from now on goes nowhere.
    func cut() {
        state.withLock { $0.isOff = true }
    }

    /// Another process begins, on what there is.
    func resume() {
        state.withLock { $0.isOff = false }
    }

    /// Leaves of each file what its last synchronisation has kept, and some of what was written since; then the power is
    /// back. Throws when a file cannot be written.
    func settle(using generator: inout SplitMix64) throws {
        let changes = state.withLock { $0.changes }
        for (path, changes) in changes.sorted(by: { $0.key < $1.key }) {
            var content = try OpenFile.bytes(at: path)
            for change in changes.reversed() { change.undo(in: &content) }
            // All, none, those before some moment, or any.
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
    /// Some bytes of a file that give way to others, or the end of a file that is cut off.
    struct Change: Sendable {
        let sizeBefore: Int
        let offset: Int
        /// As far as the file went.
        let before: [UInt8]
        /// Nil where the file is cut.
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

        /// What was never written reads as zeros.
        private static func resize(_ content: inout [UInt8], to count: Int) {
            if content.count > count {
                content.removeLast(content.count - count)
            } else {
                content += repeatElement(0, count: count - content.count)
            }
        }
    }
}
