public import SourceMeasure

/// `change BEFORE AFTER [--repository DIR] [--layers FILE] [--format text|markdown|json]`: what changed in the Swift
/// sources from one folder to another, or from one revision of a git repository to another.
public enum ChangeCommand {
    /// What the command line says about itself.
    public static let usage =
        "change BEFORE AFTER [--repository DIR] [--layers FILE] [--format text|markdown|json]"

    /// Runs the command; `arguments` are those after `change`. A program that has options besides gives its own `usage`.
    ///
    /// Without a repository BEFORE and AFTER are folders, else revisions, or folders in them: `main:Sources`. Exits with
    /// 66 when either cannot be read, and with the rest compared when only some files cannot.
    public static func run(arguments: [String], usage: String = ChangeCommand.usage) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--repository", "--layers", "--format"], usage: usage) { arguments in
            guard arguments.words.count == 2 else {
                throw CommandArguments.Mistake("Say what to compare: BEFORE and AFTER, two folders or two revisions")
            }
            let format: ChangeReport.Format = try arguments.format()
            var problems: [String] = []
            let rules = try arguments.layerRules(problems: &problems)
            var trees: [SourceTree] = []
            do {
                for word in arguments.words {
                    let tree = try tree(word, in: arguments.value(of: "--repository"))
                    problems += tree.problems
                    if tree.isReadable { trees.append(tree) }
                }
            } catch let failure as GitRepository.Failure {
                problems.append(failure.sentence)
            }
            guard trees.count == 2 else { return CommandOutcome(output: "", problems: problems) }
            let change = TreeChange(from: trees[0].files, to: trees[1].files, rules: rules)
            return CommandOutcome(output: try ChangeReport(change).rendered(as: format), problems: problems)
        }
    }

    private static func tree(_ name: String, in repository: String?) throws -> SourceTree {
        guard let repository else {
            let tree = SourceTree(reading: name)
            guard !tree.isReadable else { return tree }
            let hint = "; for a revision, say of which repository: --repository DIR"
            return SourceTree(files: [], problems: tree.problems.map { $0 + hint }, isReadable: false)
        }
        return try GitRepository(folder: repository).tree(at: name)
    }
}
