import ChatTypes
import Synchronization

/// A folder that goes with the process.
package final class MemoryFolder: FileFolder {
    private let files = Mutex<[String: [UInt8]]>([:])

    package init() {}

    package func path(of name: String) -> String? { nil }

    package func size(of name: String) -> Int64? { files.withLock { $0[name].map { Int64($0.count) } } }

    package func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8] {
        guard let bytes = files.withLock({ $0[name] }) else {
            throw StorageProblem.other(detail: "there is no such file")
        }
        let start = Int(min(max(0, offset), Int64(bytes.count)))
        return Array(bytes[start...].prefix(max(0, count)))
    }

    package func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        try files.withLock { files in
            let (start, held) = (Int(offset), files[name]?.count ?? 0)
            // No file has holes.
            guard (0...held).contains(start) else { throw StorageProblem.other(detail: "there is nothing before it") }
            files[name, default: []].replaceSubrange(start..<min(held, start + bytes.count), with: bytes)
        }
    }

    package func synchronize(_ name: String) {}

    package func remove(_ name: String) { files.withLock { $0[name] = nil } }

    package func names() -> [String] { files.withLock { $0.keys.sorted() } }
}
