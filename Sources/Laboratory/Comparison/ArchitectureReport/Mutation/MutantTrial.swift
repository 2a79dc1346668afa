import ArchitectureVersions
import BehaviourSuite
import Foundation

/// A process that runs the scenarios of one architecture with the mutant that its environment selects.
enum MutantTrial {
    static let flag = "--trial"
    /// The seeds of both schedules: 2 runs all work in the order in which it is due, 1 lets time overtake work.
    static let seeds: [UInt64] = [2, 1]

    /// Runs scenarios until one fails.
    ///
    /// For a failure, prints the scenario's name, writes the difference to standard error, and returns 1.
    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count == 1, let version = Architecture.all.first(where: { $0.name == arguments[0] }) else {
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
