import CommandLineKit

/// `coverage PROFILE NAME=DIR [NAME=DIR...] [--layers FILE] [--format text|markdown|json]`: compares the lines of
/// Swift sources that their tests execute.
public enum CoverageCommand {
    /// The usage line that `--help` prints.
    public static let usage = "coverage PROFILE NAME=DIR [NAME=DIR...] [--layers FILE] [--format text|markdown|json]"

    /// The size limit for a profile, well above any real export; the whole file is held in memory.
    private static let longestProfile = 1 << 30

    /// Runs the command.
    ///
    /// `arguments` are those after `coverage`. A program with additional options passes its own `usage`. PROFILE is
    /// the file that `swift test --enable-code-coverage` writes; `swift test --show-codecov-path` prints its path.
    /// Exits with 66 if the profile cannot be read, or contains no file of one of the folders.
    public static func run(arguments: [String], usage: String = CoverageCommand.usage) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--layers", "--format"], usage: usage) { arguments in
            let trees = try arguments.namedFolders(from: 1)
            guard let file = arguments.words.first, !trees.isEmpty else {
                throw CommandArguments.Mistake(
                    "Say which profile to read, and of what: PROFILE and at least one NAME=DIR"
                )
            }
            let format: CoverageReport.Format = try arguments.format()
            var problems: [String] = []
            let rules = try arguments.layerRules(problems: &problems)
            let profile: CoverageProfile
            do {
                profile = try CoverageProfile(parsing: FileStatus.contents(of: file, limit: longestProfile))
            } catch let unreadable as UnreadableFile {
                return CommandOutcome(output: "", problems: problems + ["\(printable(file)) \(unreadable.reason)"])
            } catch let mistake as CoverageProfile.Mistake {
                return CommandOutcome(output: "", problems: problems + ["\(printable(file)) \(mistake)"])
            }
            var entries: [CoverageReport.Entry] = []
            for (name, folder) in trees {
                let tree = SourceTree(reading: folder)
                problems += tree.problems
                guard tree.isReadable else { continue }
                let path = FileStatus.realPath(of: folder) ?? folder
                let coverage = SourceCoverage(of: tree.files, in: path, by: profile, rules: rules)
                if coverage.files.isEmpty {
                    problems.append("\(printable(file)) knows no file below \(printable(path))")
                }
                problems += coverage.outdated.map {
                    "\(printable(folder))/\(printable($0)) has changed since \(printable(file)) was written: run the tests again"
                }
                entries.append(.init(name: name, coverage: coverage))
            }
            let output = entries.isEmpty && format != .json ? "" : try CoverageReport(entries).rendered(as: format)
            return CommandOutcome(output: output, problems: problems)
        }
    }
}
