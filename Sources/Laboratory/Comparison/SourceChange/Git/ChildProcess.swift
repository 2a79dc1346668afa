package import Foundation

/// A program that is run to its end.
package enum ChildProcess {
    /// What it printed, and how it ended.
    package struct Result {
        package let output: Data
        package let status: Int32
    }

    /// Runs a program that the path knows, and waits for it. `input` is no longer than a pipe holds: 16 kB. With
    /// `keepsErrors`, what it says on standard error is a part of its output.
    package static func run(
        _ arguments: [String],
        input: Data = Data(),
        keepsErrors: Bool = false
    ) throws -> Result {
        let process = Process()
        let (output, source) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardError = keepsErrors ? output : FileHandle.nullDevice
        process.standardInput = source
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: input)
        try source.fileHandleForWriting.close()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(output: printed, status: process.terminationStatus)
    }

    /// Ours, so that the program finds what we find, but with nothing that points git at another repository, lets it
    /// fetch, ask, or write.
    private static var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"].contains(name)
        }
        environment["GIT_NO_LAZY_FETCH"] = "1"
        environment["GIT_OPTIONAL_LOCKS"] = "0"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        environment["LC_ALL"] = "C"
        return environment
    }
}
