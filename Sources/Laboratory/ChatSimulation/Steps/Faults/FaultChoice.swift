/// The faults in a session under `everything`.
enum FaultChoice {
    static let all = [
        StepChoice(2) { ProcessDies(jobs: $0.within(1...400)) },
        StepChoice(2) { ProcessDiesAtWrite(writes: $0.within(0...60)) },
        StepChoice(1) { ClockIsSet(seconds: $0.within(-7200...7200)) },
        StepChoice(1) { ClockIsSet(seconds: $0.one(of: [7200, -7200, 86_400])) },
        StepChoice(2) { DiskFails(writes: $0.within(1...40), isFull: $0.flip()) },
        StepChoice(1) { _ in ServerRestarts() },
        StepChoice(1) { PowerFails(jobs: $0.within(1...400)) },
        StepChoice(4) { ServerHasMood(drawnFrom: &$0) },
    ]
}
