import ChatSimulation
import Foundation
import Testing

@testable import chat_simulator

@Suite struct RunRecordTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)").path

    private func read(_ arguments: String..., build: String = "a") throws -> RunRecord {
        try RunRecord.read(path, for: try SimulatorOptions(arguments), build: build)
    }

    @Test func `a run resumes after the seeds in its file and ends with the last seed`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var record = try read("--seeds", "3...1100")
        #expect(record.nextPart(of: 3...1100) == 3...502)
        let last = UInt64.max
        #expect(record.nextPart(of: last - 499...last) == last - 499...last)
        let two = try SessionBatch.withPlace(named: "run-record-tests") { place in
            try SessionBatch(seeds: 3...4) { SessionPlan(seed: $0, profile: .storm, stepCount: 4) }.play(in: place)
        }
        try record.note(two, after: .seconds(2), at: path)
        record = try read("--seeds", "3...1100")
        #expect(record.tally.sessions == 2 && record.tally.checks == two.checks && record.seconds == 2)
        #expect(record.nextPart(of: 3...1100) == 5...504)
        #expect(record.nextPart(of: 3...7) == 5...7)
        #expect(record.nextPart(of: 3...4) == nil)
        try record.note(two, after: .seconds(3), at: path)
        #expect(try read("--seeds", "3...1100").seconds == 5)
    }

    @Test func `resuming a run with other options or another build is refused`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var record = try read("--seeds", "1...9")
        try record.note(SimulationTally(), after: .seconds(1), at: path)
        let kept =
            "\(path) is the progress of a run with --seeds 1...9 --faults everything --steps 40 --server simulated"
        #expect(throws: SimulatorOptions.Mistake(text: "\(kept); remove it, or name another file")) {
            try read("--seeds", "1...9", "--steps", "20")
        }
        let other = "\(path) is the progress of a run of another build; remove it, or name another file"
        #expect(throws: SimulatorOptions.Mistake(text: other)) { try read("--seeds", "1...9", build: "b") }
        try Data("notes".utf8).write(to: URL(filePath: path))
        let none = "--resume needs a file written by --resume: \(path) is another file"
        #expect(throws: SimulatorOptions.Mistake(text: none)) { try read() }
    }
}
