package import Chat
package import ChatSession
package import ChatTypes
import Foundation

/// An action of the user on a downloaded file.
package enum FileAction: Equatable, Sendable {
    /// Opens it in the default program for its type.
    case view
    /// Copies it to a folder or under another name; nil for the current folder.
    case save(to: String?)

    /// Performs the action. Returns the path of the opened or saved file.
    ///
    /// Never overwrites a file. Throws a `FileActionError`, which names the path, or the errors of
    /// `Session.saveFile(of:in:to:)`. The cost of saving is linear in the size of the file.
    package func perform(
        on file: ChatViewState.File,
        of message: MessageID,
        in chat: ChatID,
        by session: Session
    ) async throws -> String {
        switch self {
        case .view:
            guard let path = file.path else {
                throw FileActionError(message: "The file exists in memory only: /save saves a copy")
            }
            try FileOpener.open(path)
            return path
        case .save(let place):
            let target = try Self.target(for: file.name, in: place)
            do { try await session.saveFile(of: message, in: chat, to: target) } catch let problem as StorageProblem {
                // The problem's own text is about the data directory.
                let reason = problem == .notWritable ? "writing is not allowed there" : FailureText.text(of: problem)
                throw FileActionError(message: "\(target) cannot be written: \(reason)")
            }
            return target
        }
    }

    /// Returns the sentence that confirms the action.
    package func text(of name: String, at path: String) -> String {
        switch self {
        case .view: "Opening \(name)"
        case .save: "\(name) is saved as \(path)"
        }
    }

    private static func target(for name: String, in place: String?) throws(FileActionError) -> String {
        let wanted = place.map(TypedPath.resolve) ?? FileManager.default.currentDirectoryPath
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: wanted, isDirectory: &isFolder) else {
            if wanted.hasSuffix("/") { throw FileActionError(message: "There is no folder \(wanted)") }
            return wanted
        }
        guard isFolder.boolValue else { throw FileActionError(message: "\(wanted) already exists") }
        return free(name, in: URL(fileURLWithPath: wanted))
    }

    /// Returns a path in the folder that does not exist yet: "report.pdf", then "report 2.pdf".
    private static func free(_ name: String, in folder: URL) -> String {
        let url = folder.appendingPathComponent(name)
        let (base, end) = (url.deletingPathExtension().lastPathComponent, url.pathExtension)
        var (candidate, number) = (url, 1)
        while FileManager.default.fileExists(atPath: candidate.path) {
            number += 1
            candidate = folder.appendingPathComponent(end.isEmpty ? "\(base) \(number)" : "\(base) \(number).\(end)")
        }
        return candidate.path
    }
}

/// The reason why a file cannot be opened or saved, in one sentence.
package struct FileActionError: Error, Equatable, CustomStringConvertible {
    package let message: String
    package var description: String { message }
}

extension BidirectionalCollection<ChatViewState.Row> {
    /// Returns the message with a file that has a number, counted from the newest, which is 1; nil if there are
    /// fewer.
    package func messageWithFile(_ number: Int) -> (id: MessageID, file: ChatViewState.File)? {
        reversed().lazy.compactMap { row in row.file.map { (row.id, $0) } }.dropFirst(number - 1).first
    }
}

/// Opens files with the system's opener, or with the program in `VIPERCHAT_OPENER`.
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

    /// Starts the program without waiting for it and without access to this terminal. Throws if the program does not
    /// exist.
    static func open(_ path: String) throws(FileActionError) {
        let (process, program) = (Process(), program)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The prefix keeps the program from reading a path as an option.
        process.arguments = [program, path.hasPrefix("/") ? path : "./\(path)"]
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        guard isOnPath(program) else {
            throw FileActionError(message: "Cannot find \(program) to open files: set VIPERCHAT_OPENER, or use /save")
        }
        do { try process.run() } catch {
            throw FileActionError(message: "Cannot start \(program): \(FailureText.text(of: error))")
        }
    }

    private static func isOnPath(_ program: String) -> Bool {
        if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
