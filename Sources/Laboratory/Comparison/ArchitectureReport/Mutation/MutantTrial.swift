import ArchitectureVersions
import BehaviourSuite
import Foundation

/// A process that plays the scenarios of one version, with the mutant that its environment names switched on.
enum MutantTrial {
    static let flag = "--trial"
    /// Both schedules: everything in the order in which it is due, and time that overtakes work.
    static let seeds: [UInt64] = [2, 1]

    /// Stops at the first scenario that fails, prints its name, and on standard error what was seen instead; returns 1.
    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count == 1, let version = Version.all.first(where: { $0.name == arguments[0] }) else {
            return 64
        }
        for scenario in Scenario.all {
            for seed in seeds {
                guard let difference = version.run(scenario, seed: seed).difference else { continue }
                try? FileHandle.standardOutput.write(contentsOf: Data((scenario.name + "\n").utf8))
                try? FileHandle.standardError.write(contentsOf: Data("seed \(seed): \(difference)\n".utf8))
                return 1
            }
        }
        return 0
    }
}
