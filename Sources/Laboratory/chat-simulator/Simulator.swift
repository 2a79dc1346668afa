import ChatSimulation
import CommandLineKit
import Foundation

/// A program that plays whole sessions of the app, by seed, and reports whether every invariant held.
@main struct Simulator {
    static func main() {
        do {
            let options = try SimulatorOptions(Array(CommandLine.arguments.dropFirst()))
            if options.wantsHelp { return print(SimulatorOptions.help) }
            exit(try Simulator(options: options).run() ? 0 : 1)
        } catch let error as SimulatorOptions.Mistake {
            tell(["chat-simulator: \(error.text)"])
            exit(64)
        } catch let error as RunnerError {
            tell(["chat-simulator: seed \(error.seed): \(plainText(of: error.cause))"])
            exit(74)
        } catch {
            tell(["chat-simulator: \(plainText(of: error))"])
            exit(74)
        }
    }

    let options: SimulatorOptions

    /// Runs the simulator. Returns `false` if an invariant was violated.
    private func run() throws -> Bool {
        try SessionBatch.withPlace(named: "chat-simulator") { place in
            try play(in: place)
        }
    }

    private func play(in place: URL) throws -> Bool {
        if !options.planted.isEmpty { return try findAll(in: place) }
        if options.isTracing { return try trace(in: place) }
        let tally = try playAll(in: place)
        if options.isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            print(String(decoding: try encoder.encode(tally), as: UTF8.self))
        } else {
            for line in tally.text { print(line) }
        }
        fflush(nil)
        for seed in tally.violations.prefix(3) { try explain(seed, in: place) }
        return tally.violations.isEmpty
    }

    private func playAll(in place: URL) throws -> SimulationTally {
        guard let path = options.record else { return try play(options.seeds, in: place) }
        var record = try RunRecord.read(path, for: options, build: RunRecord.thisBuild())
        while let part = record.nextPart(of: options.seeds) {
            let started = ContinuousClock().now
            let tally = try play(part, after: record.tally, in: place)
            try record.note(tally, after: started.duration(to: ContinuousClock().now), at: path)
        }
        if !options.isJSON { print("played in \(Int(record.seconds)) s; the progress is saved in \(path)") }
        return record.tally
    }

    /// Plays some of the sessions, and adds them to the earlier tally.
    private func play(
        _ seeds: ClosedRange<UInt64>,
        after earlier: SimulationTally = SimulationTally(),
        in place: URL
    ) throws -> SimulationTally {
        let (started, count) = (ContinuousClock().now, options.seeds.count)
        let isWatched = isatty(STDERR_FILENO) == 1 && !options.isJSON
        let batch = SessionBatch(seeds: seeds, jobs: options.jobs) { [options] in options.plan(for: $0) }
        let tally = try batch.play(in: place, after: earlier) { [options] tally, outcome in
            if let first = outcome.violations.first {
                let seed = outcome.plan.seed
                Self.tell(["\(isWatched ? "\r" : "")seed \(seed): \(first)", "replay: \(options.replay(of: seed))"])
            }
            guard isWatched, tally.sessions.isMultiple(of: 20) else { return }
            let time = started.duration(to: ContinuousClock().now) / .seconds(1)
            let rate = Double(tally.sessions - earlier.sessions) / time
            let line =
                "\r\(tally.sessions) of \(count) sessions, \(Int(rate)) a second, \(tally.violations.count) violations"
            FileHandle.standardError.write(Data(line.utf8))
        }
        if isWatched { FileHandle.standardError.write(Data("\n".utf8)) }
        return tally
    }

    private func trace(in place: URL) throws -> Bool {
        let outcome = try SessionRunner.run(options.plan(for: options.seeds.lowerBound), in: place, isTracing: true)
        for line in outcome.history { print(line) }
        for violation in outcome.violations { print(violation) }
        return outcome.violations.isEmpty
    }

    /// Searches for each planted bug, and prints how many were found. Leaves out those that no session is known to find, unless seeds
    /// are given.
    /// Returns `false` if one was missed.
    private func findAll(in place: URL) throws -> Bool {
        let isWhole = options.planted.count > 1 && options.triesKnownSeeds
        let bugs = isWhole ? options.planted.filter { !$0.isElusive } : options.planted
        let missed = try bugs.filter { try !find($0, in: place) }.map(\.name)
        if bugs.count > 1 {
            let names = missed.isEmpty ? "" : "; not found: \(missed.joined(separator: ", "))"
            print("\(bugs.count - missed.count) of \(bugs.count) planted bugs were found\(names)")
        }
        return missed.isEmpty
    }

    /// Searches for a planted bug, and prints the invariant that found it and the cost. Returns `false` if none did, or one that the bug
    /// should not break first.
    private func find(_ bug: PlantedBug, in place: URL) throws -> Bool {
        let seeds = (options.triesKnownSeeds ? [bug.firstSeed...bug.firstSeed] : []) + [options.seeds]
        let found = try bug.search(
            seeds.joined(),
            profile: options.profile,
            stepCount: options.stepCount,
            in: place
        )
        guard let found else {
            print("\(bug): not found within \(seeds.map(\.count).reduce(0, +)) sessions")
            return false
        }
        guard bug.breaks.contains(found.violation.invariant) else {
            print("\(bug): not expected to break first what it broke at seed \(found.seed): \(found.violation)")
            return false
        }
        let seconds = (found.processorTime / .seconds(1)).formatted(.number.precision(.fractionLength(2)))
        let count = options.triesKnownSeeds ? "" : "session \(found.sessionCount), "
        let invariant = "invariant \(found.violation.invariant.rawValue)"
        print("\(bug): \(invariant), \(count)seed \(found.seed), \(seconds) s of processor")
        fflush(nil)
        return true
    }

    /// Prints a seed's violation, the shortest plan that still shows it, and its trace.
    private func explain(_ seed: UInt64, in place: URL) throws {
        let whole = options.plan(for: seed)
        guard let first = try SessionRunner.run(whole, in: place).violations.first else {
            return Self.tell([
                "", "seed \(seed): the violation did not occur again", "replay: \(options.replay(of: seed))",
            ])
        }
        let small = try whole.shrunk(keeping: first.invariant, in: place)
        let outcome = try SessionRunner.run(small, in: place, isTracing: true)
        var lines = ["", "seed \(seed): \(first)"]
        let faults = small.network.map(\.rawValue).sorted().joined(separator: ", ")
        lines.append("network faults needed: \(faults.isEmpty ? "none" : faults)")
        lines.append("steps needed:")
        lines += small.steps.map { "  \($0)" } + ["events:"] + outcome.history.map { "  \($0)" }
        lines.append("replay: \(options.replay(of: seed))")
        Self.tell(lines)
    }

    private static func tell(_ lines: [String]) {
        for line in lines { FileHandle.standardError.write(Data((line + "\n").utf8)) }
    }
}
