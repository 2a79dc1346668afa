package import Foundation
import ProcessKit

/// Runs another program until it exits.
package enum ChildProcess {
    /// The output and exit status of a program.
    package struct Result {
        package let output: Data
        package let status: Int32
    }

    /// Runs a program found in the search path, and waits for it to exit.
    ///
    /// `input` must fit into a pipe: 16 kB. With `keepsErrors`, the output includes standard error.
    package static func run(
        _ arguments: [String],
        input: Data = Data(),
        keepsErrors: Bool = false
    ) throws -> Result {
        let process = Process()
        let (output, source) = (Pipe.uninherited(), Pipe.uninherited())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardError = keepsErrors ? output : FileHandle.nullDevice
        process.standardInput = source
        try process.start()
        try source.fileHandleForWriting.write(contentsOf: input)
        try source.fileHandleForWriting.close()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(output: printed, status: process.terminationStatus)
    }

    /// This process's environment, so that the same programs are found, without variables that redirect git to
    /// another repository.
    ///
    /// It also keeps git from fetching, prompting and writing.
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
