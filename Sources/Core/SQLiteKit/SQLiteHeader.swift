import CSQLite
import Foundation

/// The fixed part of a database file's header. SQLite takes some wrong values for a file that is read-only, or of another version.
enum SQLiteHeader {
    /// The bytes of the header that are read.
    private static let length = 100

    /// Throws an `SQLiteError` of corruption for a file whose header cannot be that of a database made here. A missing or empty file, and
    /// one that is no database, are left to SQLite.
    static func check(_ path: String) throws {
        let header = read(path)
        guard header.count == length, header.starts(with: "SQLite format 3\0".utf8), !isSound(header) else { return }
        throw SQLiteError(code: SQLITE_CORRUPT, message: "the header of the file is damaged", statement: "open \(path)")
    }

    private static func isSound(_ header: [UInt8]) -> Bool {
        // Versions for reading and writing, the reserved bytes of a page, and the shares of payload.
        let isUsual = (1...2).contains(header[18]) && (1...2).contains(header[19]) && header[20] == 0
        let isFixed = header[21...23].elementsEqual([64, 32, 32])
        // No vacuum by itself, UTF-8, and nothing where nothing is defined.
        let isPlain = number(header, 52) == 0 && number(header, 64) == 0 && header[72...91].allSatisfy { $0 == 0 }
        return isUsual && isFixed && isPlain && (0...4).contains(number(header, 44))
            && (0...1).contains(number(header, 56))
    }

    private static func number(_ header: [UInt8], _ offset: Int) -> UInt32 {
        header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func read(_ path: String) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        return Array((try? file.read(upToCount: length)) ?? Data())
    }
}
