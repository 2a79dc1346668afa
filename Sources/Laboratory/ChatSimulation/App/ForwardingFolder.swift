import RuntimeKit

/// A folder that forwards to another one everything that it does not change.
protocol ForwardingFolder: FileFolder {
    var inner: any FileFolder { get }
}

extension ForwardingFolder {
    func path(of name: String) -> String? { inner.path(of: name) }
    func size(of name: String) throws -> Int64? { try inner.size(of: name) }
    func read(_ name: String, at offset: Int64, count: Int) throws -> [UInt8] {
        try inner.read(name, at: offset, count: count)
    }
    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        try inner.write(bytes, to: name, at: offset)
    }
    func synchronize(_ name: String) throws { try inner.synchronize(name) }
    func remove(_ name: String) throws { try inner.remove(name) }
    func names() throws -> [String] { try inner.names() }
}
