import ArchitectureVersions
import BehaviourSuite
import CommandLineKit
import Foundation
import SourceChange
import SourceMeasure

/// The `architecture-comparison` command: its arguments, output and exit codes.
public enum ArchitectureCommand {
    /// Runs the command, writes its output and returns its exit code.
    ///
    /// `arguments` do not include the program's name.
    public static func run(arguments: [String]) -> Int32 {
        let rest = arguments.dropFirst()
        return switch arguments.first {
        case "measure": forward(rest, usage: MeasureCommand.usage, to: MeasureCommand.run)
        case "change": forward(rest, usage: ChangeCommand.usage, to: ChangeCommand.run)
        case "features": forward(rest, usage: FeaturesCommand.usage, to: FeaturesCommand.run)
        case "scenarios": forward(rest, usage: ScenariosCommand.usage, to: ScenariosCommand.run)
        case "claims": forward(rest, usage: ClaimsCommand.usage, to: ClaimsCommand.run)
        default: compare(arguments)
        }
    }

    private static func compare(_ arguments: [String]) -> Int32 {
        let options: CommandOptions
        do {
            options = try CommandOptions(arguments)
        } catch {
            complain([error.sentence, HelpText.usage])
            return 64
        }
        if options.wantsHelp { return write(HelpText.help, to: nil) ?? 0 }
        guard let package = options.package ?? packageAbove(FileManager.default.currentDirectoryPath) else {
            complain(["There is no Package.swift here or above: say with --package DIR whose sources are to be counted"]
            )
            return 66
        }
        if let output = options.output, !canWrite(output) {
            complain(["\(printable(output)) cannot be written: its folder is not there, or not to be written to"])
            return 73
        }
        do {
            let maker = try ReportMaker(versions: Architecture.all, package: package, seeds: options.seeds) {
                complain([$0])
            }
            guard maker.problems.isEmpty else {
                complain(maker.problems)
                return 66
            }
            let report = maker.make(Provenance(of: package, at: Date()))
            return write(try report.rendered(as: options.format), to: options.output) ?? 0
        } catch {
            complain(["The comparison could not be made: \(plainText(of: error))"])
            return 70
        }
    }

    /// Runs one of the commands that work on any Swift sources, and writes its output to the file of `--output`.
    private static func forward(
        _ arguments: ArraySlice<String>,
        usage: String,
        to run: ([String], String) -> CommandOutcome
    ) -> Int32 {
        var arguments = Array(arguments)
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
        let outcome = run(arguments, HelpText.usage(of: usage))
        complain(outcome.problems)
        if outcome.output.isEmpty { return outcome.exitCode }
        return write(outcome.output, to: output) ?? outcome.exitCode
    }

    /// Whether the output file can be written; checked before minutes are spent on measurements.
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

    static func packageAbove(_ path: String) -> String? {
        var folder = URL(filePath: path).standardizedFileURL
        while true {
            if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
                return folder.path
            }
            guard folder.path != "/" else { return nil }
            folder.deleteLastPathComponent()
        }
    }
}
