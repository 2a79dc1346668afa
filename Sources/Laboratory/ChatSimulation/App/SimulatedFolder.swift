import ChatSession
import ChatTypes
import RuntimeKit

/// The history's folder on the simulated disk. It fails with the disk, and refuses all writes of a killed process.
struct SimulatedFolder: ForwardingFolder {
    let inner: any FileFolder
    let process: SimulatedProcess
    /// The writes that the disk would lose in a power failure.
    let unsynced: UnsyncedWrites?

    /// Writes bytes. A write that fails or is cut short by a kill leaves the first half.
    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        let hadDied = process.hasDied
        do { try process.diskFault() } catch {
            if !hadDied { try? put(Array(bytes.prefix(bytes.count / 2)), in: name, at: offset) }
            throw StorageProblem(error)
        }
        try put(bytes, in: name, at: offset)
    }

    private func put(_ bytes: [UInt8], in name: String, at offset: Int64) throws {
        if let unsynced, let path = path(of: name) {
            let size = try inner.size(of: name)
            let change = UnsyncedWrites.Change(
                sizeBefore: Int(size ?? 0),
                offset: Int(offset),
                before: size == nil ? [] : try inner.read(name, at: offset, count: bytes.count),
                after: bytes
            )
            unsynced.note(change, of: path)
        }
        try inner.write(bytes, to: name, at: offset)
    }

    func synchronize(_ name: String) throws {
        try take()
        try inner.synchronize(name)
        forget(name)
    }

    func remove(_ name: String) throws {
        try take()
        try inner.remove(name)
        forget(name)
    }

    private func forget(_ name: String) {
        if let path = path(of: name) { unsynced?.noteSynchronized(path) }
    }

    private func take() throws(StorageProblem) {
        do { try process.diskFault() } catch { throw StorageProblem(error) }
    }
}
