import Foundation
import ProcessKit

/// A git repository made for a test.
package enum Git {
    /// An error from git.
    package struct Failure: Error {
        package let status: Int32
    }

    package static let path = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"]
        .first(where: FileManager.default.isExecutableFile)
    package static var isInstalled: Bool { path != nil }

    /// Creates a repository in `folder`. Throws a `Failure` if git fails.
    package static func make(in folder: TemporaryFolder) throws { try run(["init", "--quiet"], in: folder) }

    /// Commits all files in `folder`. Throws a `Failure` if git fails.
    package static func commit(_ subject: String, in folder: TemporaryFolder) throws {
        try run(["add", "--all"], in: folder)
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
        try run(identity + ["commit", "--quiet", "--message", subject], in: folder)
    }

    private static func run(_ arguments: [String], in folder: TemporaryFolder) throws {
        let process = Process()
        process.executableURL = URL(filePath: path ?? "/usr/bin/git")
        process.arguments = ["-C", folder.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
        try process.start()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw Failure(status: process.terminationStatus) }
    }
}
