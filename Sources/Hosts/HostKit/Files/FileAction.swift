package import Chat
package import ChatTypes
import Foundation

/// An action of the user on a downloaded file.
package enum FileAction: Equatable, Sendable {
    /// Opens it in the default program for its type.
    case view
    /// Copies it to a folder or under another name; nil for the current folder.
    case save(to: String?)

    /// Returns the sentence that confirms the action.
    package func text(of name: String, at path: String) -> String {
        switch self {
        case .view: "Opening \(name)"
        case .save: "\(name) is saved as \(path)"
        }
    }

    /// Returns the path for a copy: never that of an existing file.
    package static func target(for name: String, in place: String?) throws(LineCommandError) -> String {
        let wanted = place.map { TypedPath.resolve($0) } ?? FileManager.default.currentDirectoryPath
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: wanted, isDirectory: &isFolder) else {
            if wanted.hasSuffix("/") { throw LineCommandError(message: "There is no folder \(wanted)") }
            return wanted
        }
        guard isFolder.boolValue else { throw LineCommandError(message: "\(wanted) already exists") }
        return free(name, in: URL(fileURLWithPath: wanted))
    }

    /// Returns a path in the folder that does not exist yet: "report.pdf", then "report 2.pdf"; "a.tar.gz", then "a 2.tar.gz".
    private static func free(_ name: String, in folder: URL) -> String {
        let url = folder.appendingPathComponent(name)
        var (rest, end) = (url.deletingPathExtension(), url.pathExtension)
        // The ending of an archive that was compressed has two parts.
        if rest.pathExtension.lowercased() == "tar" {
            (rest, end) = (rest.deletingPathExtension(), "\(rest.pathExtension).\(end)")
        }
        let base = rest.lastPathComponent
        var (candidate, number) = (url, 1)
        while FileManager.default.fileExists(atPath: candidate.path) {
            number += 1
            candidate = folder.appendingPathComponent(end.isEmpty ? "\(base) \(number)" : "\(base) \(number).\(end)")
        }
        return candidate.path
    }
}

extension BidirectionalCollection<ChatViewState.Row> {
    /// Returns the message with a file that has a number, counted from the newest, which is 1; nil if there are
    /// fewer.
    package func messageWithFile(_ number: Int) -> (id: MessageID, file: ChatViewState.File)? {
        reversed().lazy.compactMap { row in row.file.map { (row.id, $0) } }.dropFirst(number - 1).first
    }
}

/// Opens files with the system's opener, or with the program in `VIPERCHAT_OPENER`.
package enum FileOpener {
    private static var program: String {
        let named = ProcessInfo.processInfo.environment["VIPERCHAT_OPENER"]
        if let named, !named.isEmpty { return named }
        #if canImport(Darwin)
            return "open"
        #else
            return "xdg-open"
        #endif
    }

    /// Opens a file. Returns its path. Throws if the program does not exist, or the file is not on disk.
    package static func open(_ file: ChatViewState.File) throws(LineCommandError) -> String {
        guard let path = file.path else {
            throw LineCommandError(message: "The file exists in memory only: /save saves a copy")
        }
        // The prefix keeps the program from reading a path as an option.
        try start(on: path.hasPrefix("/") ? path : "./\(path)")
        return path
    }

    /// Opens a web address. Throws if the program does not exist, and for any other text.
    package static func open(link: String) throws(LineCommandError) {
        guard link.hasPrefix("https://") || link.hasPrefix("http://") else {
            throw LineCommandError(message: "Only web addresses can be opened")
        }
        try start(on: link)
    }

    /// Opens a page on disk. Throws if the program does not exist.
    package static func open(page path: String) throws(LineCommandError) { try start(on: path) }

    /// Starts the program on a path or address, without waiting for it and without access to this terminal.
    private static func start(on target: String) throws(LineCommandError) {
        let program = program
        guard isOnPath(program) else {
            throw LineCommandError(message: "Cannot find \(program) to open files: set VIPERCHAT_OPENER, or use /save")
        }
        do { try ChildProgram.startSilently(["/usr/bin/env", program, target]) } catch {
            throw LineCommandError(message: "Cannot start \(program): \(FailureText.text(of: error))")
        }
    }

    private static func isOnPath(_ program: String) -> Bool {
        if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
