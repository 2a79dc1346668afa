import ChatSimulation
import CommandWords
import Foundation
import Synchronization

/// Plays whole sessions of the app, by seed, and says whether every promise held.
@main struct Simulator {
    static func main() {
        do {
            let options = try SimulatorOptions(Array(CommandLine.arguments.dropFirst()))
            if options.wantsHelp { return print(SimulatorOptions.help) }
            exit(try Simulator(options: options).run() ? 0 : 1)
        } catch let error as SimulatorOptions.Mistake {
            FileHandle.standardError.write(Data("chat-simulator: \(error.text)\n".utf8))
            exit(64)
        } catch {
            FileHandle.standardError.write(Data("chat-simulator: \(plainText(of: error))\n".utf8))
            exit(74)
        }
    }

    let options: SimulatorOptions

    /// False when a promise did not hold.
    private func run() throws -> Bool {
        let place = try Self.makePlace()
        defer { try? FileManager.default.removeItem(at: place) }
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

    /// Every core takes the next seed as soon as it is free; what is counted does not depend on which takes which.
    private func playAll(in place: URL) throws -> SimulationTally {
        let next = Atomic<UInt64>(options.seeds.lowerBound)
        let tally = Mutex(SimulationTally())
        let failure = Mutex<(any Error)?>(nil)
        let started = ContinuousClock().now
        let isWatched = isatty(STDERR_FILENO) == 1 && !options.isJSON
        DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
            while failure.withLock({ $0 == nil }) {
                let seed = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard options.seeds.contains(seed) else { return }
                do {
                    let outcome = try SessionRunner.run(plan(for: seed), in: place)
                    let (sessions, violations) = tally.withLock { tally in
                        tally.add(outcome)
                        return (tally.sessions, tally.violations.count)
                    }
                    if isWatched, sessions.isMultiple(of: 20) {
                        let rate = Double(sessions) / (started.duration(to: ContinuousClock().now) / .seconds(1))
                        let line =
                            "\r\(sessions) of \(options.seeds.count) sessions, \(Int(rate)) a second, \(violations) violations"
                        FileHandle.standardError.write(Data(line.utf8))
                    }
                } catch {
                    failure.withLock { $0 = error }
                }
            }
        }
        if isWatched { FileHandle.standardError.write(Data("\n".utf8)) }
        if let error = failure.withLock({ $0 }) { throw error }
        return tally.withLock { $0 }
    }

    private func trace(in place: URL) throws -> Bool {
        let outcome = try SessionRunner.run(plan(for: options.seeds.lowerBound), in: place, isTracing: true)
        for line in outcome.history { print(line) }
        for violation in outcome.violations { print(violation) }
        return outcome.violations.isEmpty
    }

    /// The seed, the shortest plan that still shows it, and what happened then.
    private func explain(_ seed: UInt64, in place: URL) throws {
        let whole = plan(for: seed)
        guard let first = try SessionRunner.run(whole, in: place).violations.first else { return }
        let small = try whole.shrunk(keeping: first.invariant, in: place)
        let outcome = try SessionRunner.run(small, in: place, isTracing: true)
        var lines = ["", "seed \(seed): \(first)"]
        let faults = small.network.map(\.rawValue).sorted().joined(separator: ", ")
        lines.append("network faults that it needs: \(faults.isEmpty ? "none" : faults)")
        lines.append("steps that it needs:")
        lines += small.steps.map { "  \($0)" } + ["what happened:"] + outcome.history.map { "  \($0)" }
        lines.append(
            "replay: chat-simulator --seed \(seed) --faults \(options.profile.rawValue) --steps \(options.stepCount) --server \(options.server.rawValue) --trace"
        )
        for line in lines { FileHandle.standardError.write(Data((line + "\n").utf8)) }
    }

    private func plan(for seed: UInt64) -> SessionPlan {
        var plan = SessionPlan(seed: seed, profile: options.profile, stepCount: options.stepCount)
        plan.server = options.server
        return plan
    }

    /// In memory where the system has such a place: the files are small, short-lived, and synced all the time.
    private static func makePlace() throws -> URL {
        let shared = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let base =
            FileManager.default.isWritableFile(atPath: shared.path) ? shared : FileManager.default.temporaryDirectory
        let place = base.appending(path: "chat-simulator-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(
            at: place,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return place
    }
}
