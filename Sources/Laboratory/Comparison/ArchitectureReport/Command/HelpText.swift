import SourceChange
import SourceMeasure

/// The usage and help texts of the command.
enum HelpText {
    static let arguments =
        "architecture-comparison [--format markdown|json|html] [--output FILE] [--package DIR] [--seeds N]"

    static let usage =
        "usage: " + arguments + "\n"
        + [
            MeasureCommand.usage, ChangeCommand.usage, CompareCommand.claimsUsage,
            ScenariosCommand.usage, SessionsCommand.usage,
        ].map { "       \(usage(of: $0))\n" }.joined()

    /// The subcommands, beginning with those that work on any Swift sources.
    static let commands = ["measure", "change", "claims", "scenarios", "sessions"]

    /// Returns the usage line of a general command as part of this program.
    static func usage(of command: String) -> String { "architecture-comparison \(command) [--output FILE]" }

    static let help =
        usage + """

            Measures the same chat app in every architecture: its code, its structure, its behaviour under N seeds
            (\(defaultSeeds) unless said otherwise), what features cost in it, and how it can be tested.

              --format FORMAT   markdown (unless said otherwise), json, or html: one page without scripts
              --output FILE     where to write it instead of standard output
              --package DIR     the package whose sources are counted; unless said otherwise, where Package.swift is,
                                from the current folder upwards
              --seeds N         how often each scenario is played
              --help            this text

            measure counts any Swift sources in the same way, side by side; change says what differs between two folders, or
            two revisions of a repository.

            claims prints the ledger of claims as far as the sources bear it out, at once; scenarios plays every scenario
            under N seeds, in the versions that are named or in all; sessions plays N sessions of the simulation in them,
            with faults, and --seed shows one.

            Exit codes: 0 all is measured; 64 the command line is wrong; 66 something cannot be read (the
            commands of any sources go on with the rest); 70 a measurement failed; 73 the file cannot be written.

            """

    private static let defaultSeeds = CommandArguments.defaultSeeds
}
