import CommandLineKit

/// The output and exit code of a command.
public struct CommandOutcome: Sendable {
    /// The text for standard output.
    public let output: String
    /// The sentences for standard error.
    public let problems: [String]
    /// The exit code of the process.
    ///
    /// - 0: success.
    /// - 64: the command line is invalid, and nothing was measured.
    /// - 66: a file could not be read, or a folder contains no Swift file; the rest was measured.
    /// - 70: the report could not be written.
    public let exitCode: Int32

    package init(output: String, problems: [String] = []) {
        self.init(output: output, problems: problems, exitCode: problems.isEmpty ? 0 : 66)
    }

    package init(output: String, problems: [String], exitCode: Int32) {
        self.output = output
        self.problems = problems
        self.exitCode = exitCode
    }

    /// Parses `arguments` and runs a command with them.
    ///
    /// `--help` prints `usage`, and so does every error in the command line.
    package init(
        of arguments: [String],
        options: [String],
        usage: String,
        running body: (CommandArguments) throws -> CommandOutcome
    ) {
        do {
            let arguments = try CommandArguments(arguments, options: options)
            self = arguments.wantsHelp ? Self(output: "usage: \(usage)\n") : try body(arguments)
        } catch let mistake as CommandArguments.Mistake {
            self.init(output: "", problems: [mistake.sentence, "usage: \(usage)"], exitCode: 64)
        } catch {
            self.init(output: "", problems: ["The report could not be written: \(plainText(of: error))"], exitCode: 70)
        }
    }
}
