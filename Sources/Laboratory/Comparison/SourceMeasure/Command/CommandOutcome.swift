import CommandWords

/// What a command has to say, and how to exit.
public struct CommandOutcome: Sendable {
    /// For standard output.
    public let output: String
    /// Sentences for standard error.
    public let problems: [String]
    /// 0 when all went well; 64 when the command line or a file of layers is wrong, and nothing was measured; 66 when
    /// something could not be read, or a folder holds no Swift file, and the rest was measured; 70 when the report
    /// could not be written.
    public let exitCode: Int32

    package init(output: String, problems: [String] = []) {
        self.init(output: output, problems: problems, exitCode: problems.isEmpty ? 0 : 66)
    }

    package init(output: String, problems: [String], exitCode: Int32) {
        self.output = output
        self.problems = problems
        self.exitCode = exitCode
    }

    /// Runs a command whose arguments are taken apart; `usage` answers `--help`, and goes with every mistake.
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
