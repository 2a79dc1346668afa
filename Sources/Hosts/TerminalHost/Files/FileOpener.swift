import Foundation

/// Hands files to the system's opener, or to the program that `VIPERCHAT_OPENER` names.
enum FileOpener {
    private static var program: String {
        let named = ProcessInfo.processInfo.environment["VIPERCHAT_OPENER"]
        if let named, !named.isEmpty { return named }
        #if canImport(Darwin)
            return "open"
        #else
            return "xdg-open"
        #endif
    }

    /// Starts it and does not wait; it has no part in this terminal. Throws where there is no such program.
    static func open(_ path: String) throws(FileUseError) {
        let (process, program) = (Process(), program)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // A path is never an option.
        process.arguments = [program, path.hasPrefix("/") ? path : "./\(path)"]
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        guard isOnPath(program) else {
            throw FileUseError(message: "There is no \(program) to open files with: set VIPERCHAT_OPENER, or use /save")
        }
        do { try process.run() } catch {
            throw FileUseError(message: "Cannot start \(program): \(Failure.text(of: error))")
        }
    }

    private static func isOnPath(_ program: String) -> Bool {
        if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
