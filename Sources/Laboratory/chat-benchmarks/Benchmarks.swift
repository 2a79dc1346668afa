import ChatStore
import CommandLineKit
import Foundation

/// Benchmarks of an event, a start and a search. They are ratios to SQLite's bare C interface on the same files,
/// measured side by side in one run. Absolute numbers depend on the machine; the ratios characterize the app.
@main struct Benchmarks {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("chat-benchmarks: \(plainText(of: error))\n".utf8))
            exit(74)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        if arguments.first == "--probe-matrix" { return try await MatrixProbe.answer(Array(arguments.dropFirst())) }
        if arguments == ["--matrix"] { return try await MatrixBenchmark.run() }
        if arguments == ["--encryption"] {
            try await EncryptionBenchmark.run()
            return try await EncryptedSyncBenchmark.run()
        }
        if arguments.first == "--probe" { return try await Probe.answer(Array(arguments.dropFirst())) }
        if arguments == ["--help"] || arguments == ["-h"] { return print(usage) }
        if let problem = problem(in: arguments) {
            FileHandle.standardError.write(Data("chat-benchmarks: \(problem)\n\(usage)\n".utf8))
            exit(64)
        }
        var report = Report(isJSON: arguments == ["--json"])
        let place = try Workplace()
        _ = try ChatDatabase(.file(path: place.file("empty.sqlite").path))
        for scale in Scale.all {
            let history = place.file("history-\(scale.chatCount).sqlite")
            try scale.makeHistory(at: history)
            report.add(try await IngestBenchmark.run(scale, history: history, in: place))
            report.add(try await EventBenchmark.run(scale, history: history, in: place))
            report.add(try await StartBenchmark.run(scale, history: history, in: place))
            report.add(try await SearchBenchmark.run(scale, history: history, in: place))
            report.add(try await ScreenBenchmark.run(scale, history: history, in: place))
            report.add(try MemoryBenchmark.run(scale, history: history, in: place))
        }
        report.add(try await GrowthBenchmark.run(in: place))
        report.add(try await GroupBenchmark.run(in: place))
        try report.finish(launchMilliseconds: try await StartBenchmark.launch())
    }

    private static let usage = "Usage: chat-benchmarks [--json | --matrix | --encryption]"

    /// Returns what is wrong with the arguments, or `nil` if they are valid.
    static func problem(in arguments: [String]) -> String? {
        guard let first = arguments.first else { return nil }
        guard ["--json", "--matrix", "--encryption"].contains(first) else {
            let options = ["--json", "--matrix", "--encryption", "--help"]
            return "there is no option \(echoed(first))\(suggestion(for: first, among: options))"
        }
        return arguments.count == 1 ? nil : "\(echoed(arguments[1])) is too much"
    }
}
