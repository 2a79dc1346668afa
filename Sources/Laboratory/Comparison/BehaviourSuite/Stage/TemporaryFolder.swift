import CSystem
import Foundation

/// A temporary folder for one scenario.
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

    /// The parent folder: `TMPDIR` if set, otherwise a folder in memory if there is one.
    ///
    /// The contents must survive a restart of the app, not of the machine.
    private static let parent =
        ProcessInfo.processInfo.environment["TMPDIR"] == nil && FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? "/dev/shm" : NSTemporaryDirectory()
}
