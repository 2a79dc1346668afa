import CSQLite

/// An SQLite file in a watched folder. It records changes, and rejects them once the process was killed.
///
/// SQLite provides the memory: a header with the functions and this object, followed by the system's own file.
final class WatchedFile {
    private struct Header {
        var base: sqlite3_file
        var object: UnsafeMutableRawPointer
    }

    static var headerSize: Int { MemoryLayout<Header>.stride }

    private let path: String
    private let writes: UnsyncedWrites

    private init(_ path: String, _ writes: UnsyncedWrites) {
        (self.path, self.writes) = (path, writes)
    }

    /// Opens the system's file, and places this one in front of it.
    static func open(
        _ name: UnsafePointer<CChar>,
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?,
        noting writes: UnsyncedWrites
    ) -> Int32 {
        file.pointee.pMethods = nil
        let code = UnsyncedVFS.system.pointee.xOpen(UnsyncedVFS.system, name, inner(file), flags, outFlags)
        guard code == SQLITE_OK else { return code }
        let object = Unmanaged.passRetained(WatchedFile(String(cString: name), writes)).toOpaque()
        UnsafeMutableRawPointer(file).storeBytes(
            of: Header(base: sqlite3_file(pMethods: methods), object: object),
            as: Header.self
        )
        writes.noteOpening()
        return code
    }

    /// Closes the system's file, and releases this one.
    static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        let code = system(file).xClose(inner(file))
        let object = Unmanaged<WatchedFile>.fromOpaque(header(file).object)
        object.takeUnretainedValue().writes.noteClosing()
        object.release()
        return code
    }

    /// Returns the watched file for SQLite's pointer.
    static func at(_ file: UnsafeMutablePointer<sqlite3_file>?) -> WatchedFile? {
        file.map { Unmanaged<WatchedFile>.fromOpaque(header($0).object).takeUnretainedValue() }
    }

    private static func header(_ file: UnsafeMutablePointer<sqlite3_file>) -> Header {
        UnsafeMutableRawPointer(file).load(as: Header.self)
    }

    /// Returns the system's file.
    static func inner(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
        (UnsafeMutableRawPointer(file) + headerSize).assumingMemoryBound(to: sqlite3_file.self)
    }

    /// Returns the system's functions for its file.
    static func system(_ file: UnsafeMutablePointer<sqlite3_file>) -> sqlite3_io_methods {
        inner(file).pointee.pMethods.pointee
    }

    /// Records bytes that are about to be written. Returns `false` if the disk rejects them.
    func noteWrite(
        _ bytes: UnsafeRawBufferPointer,
        at offset: Int64,
        of file: UnsafeMutablePointer<sqlite3_file>
    ) -> Bool {
        note(at: offset, count: bytes.count, after: Array(bytes), of: file)
    }

    /// Records that the file is about to be truncated. Returns `false` if the disk rejects it.
    func noteCut(at size: Int64, of file: UnsafeMutablePointer<sqlite3_file>) -> Bool {
        note(at: size, count: Int(max(0, self.size(of: file) - size)), after: nil, of: file)
    }

    /// Records that the file's content is durable. Returns `false` if the disk rejects writes.
    func noteSynchronized() -> Bool {
        if writes.isOff { return false }
        writes.noteSynchronized(path)
        return true
    }

    private func note(
        at offset: Int64,
        count: Int,
        after: [UInt8]?,
        of file: UnsafeMutablePointer<sqlite3_file>
    ) -> Bool {
        if writes.isOff { return false }
        let size = size(of: file)
        let before = bytes(at: offset, count: min(count, Int(size - offset)), of: file)
        writes.note(
            UnsyncedWrites.Change(sizeBefore: Int(size), offset: Int(offset), before: before, after: after),
            of: path
        )
        return true
    }

    private func bytes(at offset: Int64, count: Int, of file: UnsafeMutablePointer<sqlite3_file>) -> [UInt8] {
        // An array without capacity would be the instance shared by all threads, which must not be written.
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            _ = Self.system(file).xRead(Self.inner(file), buffer.baseAddress, Int32(count), offset)
            filled = count
        }
    }

    private func size(of file: UnsafeMutablePointer<sqlite3_file>) -> Int64 {
        var size: sqlite3_int64 = 0
        _ = Self.system(file).xFileSize(Self.inner(file), &size)
        return size
    }
}
