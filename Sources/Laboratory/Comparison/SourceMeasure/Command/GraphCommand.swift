import CommandLineKit

/// `graph DIR [--layers FILE] [--format json|dot]`: prints which declarations of Swift sources mention which.
public enum GraphCommand {
    /// The usage line that `--help` prints.
    public static let usage = "graph DIR [--layers FILE] [--format json|dot]"

    /// Runs the command.
    ///
    /// `arguments` are those after `graph`. A program with additional options passes its own `usage`.
    public static func run(arguments: [String], usage: String = GraphCommand.usage) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--layers", "--format"], usage: usage) { arguments in
            guard arguments.words.count == 1 else { throw CommandArguments.Mistake("Say which one folder to read") }
            let format: GraphReport.Format = try arguments.format()
            var problems: [String] = []
            let rules = try arguments.layerRules(problems: &problems)
            let tree = SourceTree(reading: arguments.words[0])
            problems += tree.problems
            guard tree.isReadable else { return CommandOutcome(output: "", problems: problems) }
            guard !tree.files.isEmpty else {
                problems.append("\(printable(arguments.words[0])) holds no Swift file that can be read")
                return CommandOutcome(output: "", problems: problems)
            }
            let structure = Structure(of: tree.files, rules: rules)
            return CommandOutcome(output: try GraphReport(structure).rendered(as: format), problems: problems)
        }
    }
}
