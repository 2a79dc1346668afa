import CommandLineKit
import Foundation
package import SourceMeasure

/// A git repository that is only read: nothing in it is changed or checked out.
package struct GitRepository {
    /// An error that prevented reading the repository.
    package struct Failure: Error {
        package let sentence: String
    }

    private struct Entry {
        let path: String
        let id: String
    }

    /// The number of identifiers to request at once, so that the request fits into a pipe.
    private static let atOnce = 200

    let folder: String

    package init(folder: String) { self.folder = folder }

    /// Returns the full identifier of the commit that a revision names.
    ///
    /// Throws a `Failure` if there is no such revision, no repository, or no git.
    package func commit(at revision: String) throws -> String { try identifier(of: revision + "^{commit}") }

    /// Whether a tracked file differs from the last commit. Throws a `Failure` if there is no repository or no git.
    package func hasChanges() throws -> Bool {
        let answer = try git(["status", "--porcelain", "--untracked-files=no"])
        guard answer.status == 0 else { throw Failure(sentence: "\(printable(folder)) is no git repository") }
        return !answer.output.isEmpty
    }

    /// Returns the Swift files of a revision, or of a folder in one (`REVISION:FOLDER`), ordered by path.
    ///
    /// Includes only files below one of `folders`, unless that list is empty. Skips the same files as `SourceTree`,
    /// and all symbolic links. Files longer than `sizeLimit` are reported as problems. Throws a `Failure` if there is
    /// no such revision, no repository, or no git.
    package func tree(at revision: String, folders: [String] = [], sizeLimit: Int = 16 << 20) throws -> SourceTree {
        let id = try identifier(of: revision)
        let listing = try git(["ls-tree", "-r", "-z", "-l", "--full-tree", id, "--"] + folders)
        guard listing.status == 0 else {
            throw Failure(sentence: "\(printable(revision)) is neither a revision nor a folder in one")
        }
        var problems: [String] = []
        var entries: [Entry] = []
        for line in listing.output.split(separator: 0) {
            // MODE SP TYPE SP ID SP SIZE TAB PATH
            let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
            guard parts.count == 2 else { continue }
            let path = String(decoding: parts[1], as: UTF8.self)
            let fields = parts[0].split(separator: .space).map { String(decoding: $0, as: UTF8.self) }
            guard path.hasSuffix(".swift"), fields.count == 4, fields[0].hasPrefix("100") else { continue }
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            guard let size = Int(fields[3]), size <= sizeLimit else {
                problems.append("\(printable(path)) is longer than \(sizeLimit) bytes, which is more than is read")
                continue
            }
            entries.append(Entry(path: path, id: fields[2]))
        }
        let contents = try contents(of: Array(Set(entries.map(\.id))).sorted())
        var files: [SourceFile] = []
        for entry in entries.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
            if let bytes = contents[entry.id] {
                files.append(SourceFile(path: entry.path, bytes: bytes))
            } else {
                problems.append("\(printable(entry.path)) is not in the repository, though the revision has it")
            }
        }
        return SourceTree(files: files, problems: problems)
    }

    /// Returns what differs between two revisions below some folders, in git's format, with one line of context.
    ///
    /// Throws a `Failure` if a revision, the repository or git is missing.
    package func patch(from before: String, to after: String, folders: [String]) throws -> String {
        let ends = [try identifier(of: before), try identifier(of: after)]
        let options = ["diff", "--no-color", "--no-ext-diff", "--no-renames", "-U1"]
        let answer = try git(options + ends + ["--"] + folders.map { ":(top)" + $0 })
        guard answer.status == 0 else { throw Failure(sentence: "\(printable(folder)) cannot be compared") }
        return String(decoding: answer.output, as: UTF8.self)
    }

    private func identifier(of revision: String) throws -> String {
        guard !revision.isEmpty, !revision.hasPrefix("-") else {
            throw Failure(sentence: "\(printable(revision)) is no name of a revision")
        }
        let answer = try git(["rev-parse", "--verify", revision], keepsErrors: true)
        let words = String(decoding: answer.output, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        if answer.status == 127 { throw Failure(sentence: "git is not installed, or not in the path") }
        guard answer.status == 0, let id = words.last, id.allSatisfy(\.isHexDigit) else {
            let reason = words.first.map(printable) ?? "git says nothing"
            throw Failure(sentence: "\(printable(revision)) cannot be read in \(printable(folder)): \(reason)")
        }
        return id
    }

    private func contents(of ids: [String]) throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for start in stride(from: 0, to: ids.count, by: Self.atOnce) {
            let part = ids[start..<min(ids.count, start + Self.atOnce)]
            let input = Data(part.map { $0 + "\n" }.joined().utf8)
            let answer = try git(["cat-file", "--batch"], input: input)
            var rest = answer.output[...]
            // ID SP TYPE SP SIZE LF CONTENTS LF, or ID SP "missing" LF
            while let end = rest.firstIndex(of: .newline) {
                let fields = rest[..<end].split(separator: .space).map { String(decoding: $0, as: UTF8.self) }
                rest = rest[(end + 1)...]
                guard fields.count == 3, let size = Int(fields[2]), size <= rest.count else { continue }
                found[fields[0]] = Array(rest.prefix(size))
                rest = rest.dropFirst(size + 1)
            }
        }
        return found
    }

    private func git(_ arguments: [String], input: Data = Data(), keepsErrors: Bool = false) throws
        -> ChildProcess.Result
    {
        do {
            return try ChildProcess.run(["git", "-C", folder] + arguments, input: input, keepsErrors: keepsErrors)
        } catch {
            throw Failure(sentence: "git cannot be started: \(plainText(of: error))")
        }
    }
}
