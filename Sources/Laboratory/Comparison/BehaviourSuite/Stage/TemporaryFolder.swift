import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder of one scenario's own.
struct TemporaryFolder {
    private let path: String

    init() throws {
        var template = Array("\(Self.parent)/behaviour-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func path(of file: String) -> String { "\(path)/\(file)" }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Where the environment says, else in memory where there is such a place: what survives a restart of the app need
    /// not survive one of the machine.
    private static let parent =
        ProcessInfo.processInfo.environment["TMPDIR"] == nil && FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? "/dev/shm" : NSTemporaryDirectory()
}
