import CommandLineKit
public import SourceMeasure

/// `change BEFORE AFTER [--repository DIR [--folders DIR,DIR...]] [--format markdown|json]`: prints the changes in Swift sources between two folders, or between two revisions of a git repository.
public enum ChangeCommand {
    /// The usage line that `--help` prints.
    public static let usage =
        "change BEFORE AFTER [--repository DIR [--folders DIR,DIR...]] [--format markdown|json]"

    /// Runs the command.
    ///
    /// `arguments` are those after `change`. A program with additional options passes its own `usage`. Without a
    /// repository, BEFORE and AFTER are folders. With one they are revisions, or folders in them such as
    /// `main:Sources`, and `--folders` limits both to some of their folders.
    ///
    /// Exits with 66 if either tree cannot be read or neither contains a Swift file. Also exits with 66 if single
    /// files cannot be read; the rest is then compared.
    public static func run(arguments: [String], usage: String = ChangeCommand.usage) -> CommandOutcome {
        let options = ["--repository", "--folders", "--format"]
        return CommandOutcome(of: arguments, options: options, usage: usage) { arguments in
            guard arguments.words.count == 2 else {
                throw CommandArguments.Mistake("Say what to compare: BEFORE and AFTER, two folders or two revisions")
            }
            let format: MeasureReport.Format = try arguments.format()
            let folders = try folders(arguments)
            var problems: [String] = []
            var trees: [SourceTree] = []
            do {
                for word in arguments.words {
                    let tree = try tree(word, in: arguments.value(of: "--repository"), folders: folders)
                    problems += tree.problems
                    if tree.isReadable { trees.append(tree) }
                }
            } catch let failure as GitRepository.Failure {
                problems.append(failure.sentence)
            }
            guard trees.count == 2 else { return CommandOutcome(output: "", problems: problems) }
            guard trees.contains(where: { !$0.files.isEmpty }) else {
                let names = arguments.words.map(printable).joined(separator: " nor ")
                let place = folders.isEmpty ? "" : " in these folders"
                return CommandOutcome(output: "", problems: problems + ["Neither \(names) holds Swift files\(place)"])
            }
            let change = TreeChange(from: trees[0].files, to: trees[1].files)
            return CommandOutcome(output: try ChangeReport(change).rendered(as: format), problems: problems)
        }
    }

    /// Returns the folders of `--folders`, without trailing slashes.
    private static func folders(_ arguments: CommandArguments) throws -> [String] {
        guard let list = arguments.value(of: "--folders") else { return [] }
        guard arguments.value(of: "--repository") != nil else {
            throw CommandArguments.Mistake(
                "--folders is for revisions: without --repository, give the folders themselves"
            )
        }
        return try list.split(separator: ",", omittingEmptySubsequences: false).map { folder in
            let parts = folder.split(separator: "/")
            guard !parts.isEmpty, !folder.hasPrefix("/"), !parts.contains("."), !parts.contains("..") else {
                throw CommandArguments.Mistake(
                    "\(echoed(String(folder))) is no folder in a revision: Sources/App is one"
                )
            }
            return parts.joined(separator: "/")
        }
    }

    private static func tree(_ name: String, in repository: String?, folders: [String]) throws -> SourceTree {
        guard let repository else {
            let tree = SourceTree(reading: name)
            guard !tree.isReadable else { return tree }
            let hint = "; for a revision, say of which repository: --repository DIR"
            return SourceTree(files: [], problems: tree.problems.map { $0 + hint }, isReadable: false)
        }
        return try GitRepository(folder: repository).tree(at: name, folders: folders)
    }
}
