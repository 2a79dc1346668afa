import ArchitectureVersions
import BehaviourSuite
import DriverKit
import SimulationKit
import Testing

@Suite struct ArchitectureTests {
    /// Plays a quarter of all pairs, each under one seed: every scenario in two or three architectures, in order and shuffled, and in
    /// every architecture one scenario of four. `.ci/run` plays all pairs in release, and VIPERCHAT_SEEDS=all here.
    @Test(arguments: Scenario.all.indices)
    func `architectures pass a scenario under every seed`(index: Int) {
        let scenario = Scenario.all[index]
        for (number, architecture) in Architecture.all.enumerated() {
            let turn = UInt64(index + number)
            guard Seeds.playsAll || turn.isMultiple(of: 4) else { continue }
            let seed = 1 + turn / 4 % 2
            for seed in Seeds.playsAll ? 1...20 : seed...seed {
                let difference = architecture.difference(in: scenario, seed: seed)
                #expect(difference == nil, "\(scenario.name): \(architecture.name), seed \(seed)")
            }
        }
    }
}
