import ChatSimulation
import Foundation

let lo = UInt64(CommandLine.arguments[1])!, hi = UInt64(CommandLine.arguments[2])!
let profile = FaultProfile(rawValue: CommandLine.arguments[3])!
for seed in lo...hi {
    let plan = SessionPlan(seed: seed, profile: profile, stepCount: 40)
    let o = try SessionRunner.run(plan, in: URL(filePath: "/dev/shm"), isTracing: CommandLine.arguments.count > 4)
    if CommandLine.arguments.count > 4 { for h in o.history { print(h) } }
    if !o.violations.isEmpty { print(seed, o.violations.prefix(2)) }
}
