import Foundation
import ProcessKit
import Testing

@testable import chat_benchmarks

/// The benchmarks of a process share one folder, so they run one after another.
@Suite(.serialized) struct BenchmarksTests {
    @Test func `the heading's words are right-aligned with their numbers`() throws {
        let figure = Figure("one event", Scale(chatCount: 10), unit: "ms", ours: 1.5, bare: 12_345, ratio: 0.5)
        for (word, number) in [("ours", "1.50"), ("bare", "12345"), ("ratio", "0.50")] {
            let above = try #require(Figure.heading.range(of: word)).upperBound
            let below = try #require(figure.line.range(of: number)).upperBound
            let columns = Figure.heading.distance(from: Figure.heading.startIndex, to: above)
            #expect(columns == figure.line.distance(from: figure.line.startIndex, to: below))
        }
        #expect(Figure.heading.split(separator: " ") == ["figure", "ours", "bare", "ratio"])
    }

    @Test(arguments: [
        (["--jsno"], "there is no option --jsno; did you mean --json?"), (["x"], "there is no option x"),
        (["--json", "x"], "x is too much"), (["--json"], nil), ([], nil),
    ])
    func `a wrong command line is refused with the reason`(arguments: [String], problem: String?) {
        #expect(Benchmarks.problem(in: arguments) == problem)
    }

    @Test func `other implementations are looked for in each clone, and all places are named if there are none`() throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-oracle-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let clones = ["here", "elsewhere"].map { folder.appending(path: $0) }
        #expect(EncryptionBenchmark.root(withPython: clones) == nil)
        let absence = EncryptionBenchmark.absence(from: clones)
        #expect(clones.allSatisfy { absence.contains("\($0.path)/.build/oracle/") })
        let python = clones[1].appending(path: ".build/oracle/venv/bin/python")
        try FileManager.default.createDirectory(
            at: python.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        #expect(
            FileManager.default.createFile(atPath: python.path, contents: nil, attributes: [.posixPermissions: 0o700])
        )
        #expect(EncryptionBenchmark.root(withPython: clones) == clones[1])
    }

    @Test func `the program can restart itself when found through PATH`() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // The program is started from a folder in which its name refers to nothing.
        process.currentDirectoryURL = URL(filePath: "/")
        // A folder with a colon in its name cannot stand in PATH.
        let folder = FileManager.default.temporaryDirectory.appending(path: "path-\(UUID().uuidString)")
        try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: try Self.products())
        defer { try? FileManager.default.removeItem(at: folder) }
        process.arguments = ["-c", "PATH=\"$0:$PATH\" exec chat-benchmarks --probe again", folder.path]
        // The address sanitizer would report a weak reference in Foundation as a leak of the program.
        process.environment = ProcessInfo.processInfo.environment.merging(["ASAN_OPTIONS": "detect_leaks=0"]) { $1 }
        let text = String(decoding: try process.output(), as: UTF8.self)
        #expect(process.terminationStatus == 0)
        #expect(text == "0.0\n")
    }

    @Test func `the screen benchmark measures the full screen on a terminal, key by key`() async throws {
        let place = try Workplace()
        let scale = Scale(chatCount: 3)
        let history = place.file("history.sqlite")
        try scale.makeHistory(at: history)
        let figures = try await ScreenBenchmark.run(scale, history: history, in: place, burstCount: 200)
        #expect(figures.count == 5)
        #expect(figures.allSatisfy { $0.ours > 0 }, "\(figures)")
    }

    @Test func `ingest, starts and searches are compared with SQLite itself on the store's own tables`() async throws {
        let place = try Workplace()
        let scale = Scale(chatCount: 3)
        let history = place.file("history.sqlite")
        try scale.makeHistory(at: history)
        let figures =
            try await IngestBenchmark.run(scale, history: history, in: place)
            + SearchBenchmark.run(scale, history: history, in: place)
        let compared = figures.filter { $0.bare != nil }
        #expect(compared.count == 5)
        #expect(compared.allSatisfy { ($0.bare ?? 0) > 0 }, "\(figures)")
    }

    @Test func `costs that must not grow are measured at the end of chats that have been read`() async throws {
        let place = try Workplace()
        let growth = try await GrowthBenchmark.run(in: place, waitingCounts: [5], pageCounts: [10])
        let group = try await GroupBenchmark.run(in: place, messageCount: 500)
        #expect(growth.count == 2 && group.count == 6)
        #expect((growth + group).allSatisfy { $0.ours > 0 })
    }

    /// Returns the folder of the built products, which contains the programs and the tests.
    private static func products() throws -> URL {
        let tests = URL(filePath: CommandLine.arguments[0])
        let folders = sequence(first: tests.deletingLastPathComponent()) { $0.deletingLastPathComponent() }.prefix(5)
        return try #require(
            folders.first { FileManager.default.isExecutableFile(atPath: $0.appending(path: "chat-benchmarks").path) }
        )
    }
}
