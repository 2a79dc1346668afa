import CommandLineKit

/// `measure NAME=DIR [NAME=DIR...] [--format markdown|json]`: compares the lines and structure of Swift sources.
public enum MeasureCommand {
    /// The usage line that `--help` prints.
    public static let usage = "measure NAME=DIR [NAME=DIR...] [--format markdown|json]"

    /// Runs the command.
    ///
    /// `arguments` are those after `measure`. A program with additional options passes its own `usage`.
    public static func run(arguments: [String], usage: String = MeasureCommand.usage) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--format"], usage: usage) { arguments in
            let trees = try arguments.namedFolders()
            guard !trees.isEmpty else { throw CommandArguments.Mistake("Say what to measure: at least one NAME=DIR") }
            let format: MeasureReport.Format = try arguments.format()
            var problems: [String] = []
            var entries: [MeasureReport.Entry] = []
            for (name, folder) in trees {
                let tree = SourceTree(reading: folder)
                problems += tree.problems
                guard tree.isReadable else { continue }
                guard !tree.files.isEmpty else {
                    problems.append("\(printable(folder)) holds no Swift file that can be measured")
                    continue
                }
                entries.append((name, SourceMeasurement(of: tree.files)))
            }
            let output = entries.isEmpty && format != .json ? "" : try MeasureReport(entries).rendered(as: format)
            return CommandOutcome(output: output, problems: problems)
        }
    }
}
