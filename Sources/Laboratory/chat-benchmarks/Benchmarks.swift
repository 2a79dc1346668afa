import ChatStore
import Foundation

/// What one event, one start and one search cost, as ratios against SQLite's bare C interface on the same files, side by
/// side in one run. Absolute numbers are the machine's; the ratios are ours.
@main struct Benchmarks {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--probe" { return try await Probe.answer(Array(arguments.dropFirst())) }
        guard arguments.isEmpty || arguments == ["--json"] else {
            FileHandle.standardError.write(Data("Usage: chat-benchmarks [--json]\n".utf8))
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
            report.add(try await StartBenchmark.search(scale, history: history, in: place))
            report.add(try MemoryBenchmark.run(scale, history: history, in: place))
        }
        try report.finish(launchMilliseconds: try await StartBenchmark.launch())
    }
}
