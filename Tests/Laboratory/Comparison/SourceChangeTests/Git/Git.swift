import Foundation
import SourceTesting
import Testing

/// A repository made for a test.
enum Git {
    static let path = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"]
        .first(where: FileManager.default.isExecutableFile)
    static var isInstalled: Bool { path != nil }

    static func make(in folder: TemporaryFolder) throws { try run(["init", "--quiet"], in: folder) }

    static func commit(_ subject: String, in folder: TemporaryFolder) throws {
        try run(["add", "--all"], in: folder)
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
        try run(identity + ["commit", "--quiet", "--message", subject], in: folder)
    }

    private static func run(_ arguments: [String], in folder: TemporaryFolder) throws {
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = ["-C", folder.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
