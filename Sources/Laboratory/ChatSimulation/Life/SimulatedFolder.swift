import ChatSession
import Transport

/// A history's folder on the simulated disk: it takes what the disk takes, and nothing from a process that has died.
struct SimulatedFolder: FileFolder {
    let inner: any FileFolder
    let process: SimulatedProcess

    func path(of name: String) -> String? { inner.path(of: name) }

    func size(of name: String) throws -> Int64? { try inner.size(of: name) }

    func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8] {
        try inner.read(name, at: offset, count: count)
    }

    /// What fails, or is cut short by a death, leaves a part.
    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        let hadDied = process.hasDied
        do { try process.diskFault() } catch {
            if !hadDied { try? inner.write(Array(bytes.prefix(bytes.count / 2)), to: name, at: offset) }
            throw StorageProblem(error)
        }
        try inner.write(bytes, to: name, at: offset)
    }

    func synchronize(_ name: String) throws {
        try take()
        try inner.synchronize(name)
    }

    func remove(_ name: String) throws {
        try take()
        try inner.remove(name)
    }

    func names() throws -> [String] { try inner.names() }

    private func take() throws(StorageProblem) {
        do { try process.diskFault() } catch { throw StorageProblem(error) }
    }
}
