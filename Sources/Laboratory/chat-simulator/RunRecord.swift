import ChatSimulation
import Foundation
import RuntimeKit

/// The progress of a run, kept in a file so that the run can be stopped and resumed.
///
/// A run must be resumed with the same build, because another build would play other sessions.
struct RunRecord: Codable {
    /// The number of sessions played between two writes of the file. Sessions since the last write are played again.
    static let partSize: UInt64 = 500

    /// The options that determine the sessions.
    let options: String
    let build: String
    /// The tally of the first seeds, without gaps.
    private(set) var tally = SimulationTally()
    private(set) var seconds = 0.0

    /// Reads the record in a file, or returns a new one if there is no file.
    ///
    /// - Throws: `SimulatorOptions.Mistake` if the file has a record of another run, or cannot be read.
    static func read(_ path: String, for options: SimulatorOptions, build: String) throws -> RunRecord {
        let new = RunRecord(options: options.run, build: build)
        guard FileManager.default.fileExists(atPath: path) else { return new }
        guard
            let bytes = FileManager.default.contents(atPath: path),
            let record = try? JSONDecoder().decode(RunRecord.self, from: bytes)
        else {
            throw SimulatorOptions.Mistake(text: "--resume needs a file written by --resume: \(path) is another file")
        }
        let refusal = "; remove it, or name another file"
        guard record.options == new.options else {
            throw SimulatorOptions.Mistake(text: "\(path) is the progress of a run with \(record.options)\(refusal)")
        }
        guard record.build == build else {
            throw SimulatorOptions.Mistake(text: "\(path) is the progress of a run of another build\(refusal)")
        }
        return record
    }

    /// Returns the next seeds to play, or `nil` after the last.
    func nextPart(of seeds: ClosedRange<UInt64>) -> ClosedRange<UInt64>? {
        guard tally.sessions < seeds.count else { return nil }
        let first = seeds.lowerBound + UInt64(tally.sessions)
        return first...(seeds.upperBound - first < Self.partSize ? seeds.upperBound : first + Self.partSize - 1)
    }

    /// Saves the tally so far. Throws if the file cannot be written, and leaves its old content in place.
    mutating func note(_ tally: SimulationTally, after time: Duration, at path: String) throws {
        self.tally = tally
        seconds += time / .seconds(1)
        try JSONEncoder().encode(self).write(to: URL(filePath: path), options: .atomic)
    }
}

extension SimulatorOptions {
    /// The options that determine the sessions.
    fileprivate var run: String { "--seeds \(seeds.lowerBound)...\(seeds.upperBound) \(session)" }
}

extension RunRecord {
    /// Returns a digest that identifies this build.
    static func thisBuild() throws -> String {
        let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return SHA256.digest(of: [UInt8](try Data(contentsOf: program)))
    }
}
