import DriverKit
import Foundation

/// A temporary folder for one scenario, in memory if the machine has a place there and `TMPDIR` names no other.
///
/// The contents must survive a restart of the app, not of the machine.
struct TemporaryFolder {
    private let path: String

    init() throws {
        path = "\(Self.parent)/behaviour-\(UUID())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    func path(of file: String) -> String { "\(path)/\(file)" }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    private static let parent =
        ProcessInfo.processInfo.environment["TMPDIR"] == nil && FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? "/dev/shm" : NSTemporaryDirectory()
}
