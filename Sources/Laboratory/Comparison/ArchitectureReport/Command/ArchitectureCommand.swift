import CommandLineKit
import Foundation
import SourceChange
import SourceMeasure

/// The `architecture-comparison` command: its arguments, output and exit codes.
public enum ArchitectureCommand {
    /// Runs the command, writes its output to the file of `--output` and returns its exit code.
    ///
    /// `arguments` do not include the program's name.
    public static func run(arguments: [String]) -> Int32 {
        var arguments = arguments
        var output: String?
        if let index = arguments.firstIndex(where: { $0 == "--output" || $0.hasPrefix("--output=") }) {
            let option = arguments.remove(at: index)
            if option == "--output" {
                output = index < arguments.count ? arguments.remove(at: index) : ""
            } else {
                output = String(option.dropFirst("--output=".count))
            }
            guard output?.isEmpty == false else {
                complain(["--output needs a value after it", HelpText.usage])
                return 64
            }
        }
        // Checked before minutes are spent on measurements.
        if let output, !canWrite(output) {
            complain(["\(printable(output)) cannot be written: its folder is not there, or not to be written to"])
            return 73
        }
        let outcome = run(arguments)
        complain(outcome.problems)
        if outcome.output.isEmpty { return outcome.exitCode }
        return write(outcome.output, to: output) ?? outcome.exitCode
    }

    private static func run(_ arguments: [String]) -> CommandOutcome {
        let rest = Array(arguments.dropFirst())
        func usage(_ command: String) -> String { HelpText.usage(of: command) }
        return switch arguments.first {
        case "measure": MeasureCommand.run(arguments: rest, usage: usage(MeasureCommand.usage))
        case "change": ChangeCommand.run(arguments: rest, usage: usage(ChangeCommand.usage))
        case "scenarios": ScenariosCommand.run(arguments: rest, usage: usage(ScenariosCommand.usage))
        case "sessions": SessionsCommand.run(arguments: rest, usage: usage(SessionsCommand.usage))
        case "claims": CompareCommand.claims(arguments: rest, usage: usage(CompareCommand.claimsUsage))
        case "--help", "-h": CommandOutcome(output: HelpText.help)
        default: CompareCommand.run(arguments: arguments) { complain([$0]) }
        }
    }

    private static func canWrite(_ path: String) -> Bool {
        FileManager.default.isWritableFile(atPath: URL(filePath: path).deletingLastPathComponent().path)
    }

    /// Writes `text` and returns nil, or the exit code if writing fails.
    private static func write(_ text: String, to path: String?) -> Int32? {
        do {
            if let path {
                try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
            } else {
                try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            }
            return nil
        } catch {
            complain(["\(path.map(printable) ?? "Standard output") cannot be written: \(plainText(of: error))"])
            return 73
        }
    }

    private static func complain(_ sentences: [String]) {
        let lines = sentences.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined()
        try? FileHandle.standardError.write(contentsOf: Data(lines.utf8))
    }
}
