import ChatSimulation
import Foundation
import Transport

/// A run that may be stopped and gone on with: what of it was played, kept in a file.
///
/// The build that has begun it has to end it: another one would play other sessions.
struct RunRecord: Codable {
    /// So many sessions are played before the file is written anew; what an end in between takes is played again.
    static let partSize: UInt64 = 500

    /// The options that decide what is played.
    let options: String
    let build: String
    /// Of the first of the seeds, without a hole.
    private(set) var tally = SimulationTally()
    private(set) var seconds = 0.0

    /// Reads what a file keeps, or begins anew where there is none.
    ///
    /// - Throws: `SimulatorOptions.Mistake` when the file keeps something else, or cannot be read.
    static func read(_ path: String, for options: SimulatorOptions, build: String) throws -> RunRecord {
        let new = RunRecord(options: options.run, build: build)
        guard FileManager.default.fileExists(atPath: path) else { return new }
        guard
            let bytes = FileManager.default.contents(atPath: path),
            let record = try? JSONDecoder().decode(RunRecord.self, from: bytes)
        else { throw SimulatorOptions.Mistake(text: "--resume takes a file of its own: \(path) keeps no run") }
        let refusal = "; remove it, or name another file"
        guard record.options == new.options else {
            throw SimulatorOptions.Mistake(text: "\(path) keeps a run with \(record.options)\(refusal)")
        }
        guard record.build == build else {
            throw SimulatorOptions.Mistake(text: "\(path) keeps a run of another build\(refusal)")
        }
        return record
    }

    /// The seeds that come next; nil when all have been played.
    func nextPart(of seeds: ClosedRange<UInt64>) -> ClosedRange<UInt64>? {
        guard tally.sessions < seeds.count else { return nil }
        let first = seeds.lowerBound + UInt64(tally.sessions)
        return first...(seeds.upperBound - first < Self.partSize ? seeds.upperBound : first + Self.partSize - 1)
    }

    /// Keeps what all came to so far. Throws when the file cannot be written; what it kept stays then.
    mutating func note(_ tally: SimulationTally, after time: Duration, at path: String) throws {
        self.tally = tally
        seconds += time / .seconds(1)
        try JSONEncoder().encode(self).write(to: URL(filePath: path), options: .atomic)
    }
}

extension SimulatorOptions {
    /// The options that decide what is played.
    fileprivate var run: String { "--seeds \(seeds.lowerBound)...\(seeds.upperBound) \(session)" }
}

extension RunRecord {
    /// What tells this build from any other.
    static func thisBuild() throws -> String {
        let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return SHA256.digest(of: [UInt8](try Data(contentsOf: program)))
    }
}
