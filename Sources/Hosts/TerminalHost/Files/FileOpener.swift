import Foundation

/// Hands files to the system's opener, or to the program that `VIPERCHAT_OPENER` names.
struct FileOpener {
    private let program: String

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        #if canImport(Darwin)
            let system = "open"
        #else
            let system = "xdg-open"
        #endif
        program = environment["VIPERCHAT_OPENER"].flatMap { $0.isEmpty ? nil : $0 } ?? system
    }

    /// Starts it and does not wait; it has no part in this terminal. Throws where there is no such program.
    func open(_ path: String) throws(FileUseError) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // A path is never an option.
        process.arguments = [program, path.hasPrefix("/") ? path : "./\(path)"]
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        guard Self.isOnPath(program) else {
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
