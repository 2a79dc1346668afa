import ChatApp
public import Foundation
import SimulatedServer
import SimulationKit
import Synchronization
import Transport

/// A runner that plays one session from beginning to end on the calling thread.
public final class SessionRunner {
    private let plan: SessionPlan
    /// The bug that is planted in the app.
    let bug: PlantedBug?
    let world: SimulatedWorld
    private(set) var app: (any AppRun)?
    private var openSteps = OpenSteps()
    /// Whether the current step is the plan's last.
    private(set) var isAtEnd = false
    private var runCount = 0
    private var eventCount = 0
    private var rest = RestMeter()
    /// Whether a job repeats endlessly without any time passing.
    private var isSpinning = false
    /// The number of jobs until the process is killed, and whether a power failure kills it.
    private var deathIn: (jobs: Int, losesPower: Bool)?
    /// Whether the process is to be killed as soon as no pending call needs it.
    private var isDying = false

    /// Plays `plan` in a new empty folder inside `place`.
    ///
    /// The same plan and build give the same outcome. Throws a `RunnerError` if the files cannot be created.
    public static func run(
        _ plan: SessionPlan,
        in place: URL,
        planting bug: PlantedBug? = nil,
        isTracing: Bool = false
    ) throws -> SessionOutcome {
        let folder = place.appending(path: "session-\(plan.seed)-\(UInt64.random(in: 0 ... .max))")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            return try SessionRunner(plan, folder, bug, isTracing).play()
        } catch {
            throw RunnerError(seed: plan.seed, cause: error)
        }
    }

    private init(_ plan: SessionPlan, _ folder: URL, _ bug: PlantedBug?, _ isTracing: Bool) throws {
        self.plan = plan
        self.bug = bug
        world = try SimulatedWorld(plan, in: folder, isTracing: isTracing)
    }

    private func play() throws -> SessionOutcome {
        try drive { [world, plan] in
            await world.makeGroup(plan)
            // Another app gets few chats, because the session ends with a walk through all of them.
            if plan.start == nil { await world.fill(plan) }
        }
        for fault in plan.network { world.evidence.count(fault.rawValue) }
        world.connection.conditions = plan.network.conditions
        do { try takeSteps() } catch let error where error.isOfHistory {
            world.evidence.check(.survivesDeath, false, "the history cannot be used: \(error)")
        }
        leave()
        world.end()
        let content = world.evidence.with { $0 }
        world.free()
        return SessionOutcome(
            plan: plan,
            violations: content.violations,
            eventCount: eventCount,
            faultCounts: content.faultCounts,
            checkCounts: content.checkCounts,
            history: content.history
        )
    }

    private func takeSteps() throws {
        try start()
        for (index, step) in plan.steps.enumerated() {
            world.evidence.note("\(world.time) \(step)")
            isAtEnd = index == plan.steps.count - 1
            try step.happen(in: self)
            try dieIfDue()
            if world.evidence.with({ !$0.violations.isEmpty }) { break }
        }
    }

    /// Kills the process after that many more jobs, whatever it is doing then.
    func die(afterJobs jobs: Int, losingPower losesPower: Bool = false) {
        deathIn = (jobs, losesPower)
    }

    func start() throws {
        runCount += 1
        openSteps = OpenSteps()
        world.evidence.forgetTyping()
        app =
            if let start = plan.start {
                try PhoneRun(world: world, number: runCount, start: start)
            } else {
                try ViperRun(world: world, number: runCount, bug: bug)
            }
        try pass(.milliseconds(200))
    }

    /// Leaves the app in order, and checks that no connection remains.
    func leave() {
        app?.quit()
        app = nil
        world.evidence.endDrafts(whileDiskFailed: world.disk.isFailing)
        deathIn = nil
        checkConnections("after the app was left")
    }

    private func checkConnections(_ moment: String) {
        let count = world.result { [world] in await world.server.connectionCount }
        world.evidence.check(.nothingOutlives, count == 0, "\(count ?? -1) connections are open \(moment)")
    }

    /// Kills the process if that is due, and starts another one. Returns whether it did.
    @discardableResult
    private func dieIfDue() throws -> Bool {
        guard isDying else { return false }
        isDying = false
        try die()
        return true
    }

    private func die() throws {
        let losesPower = deathIn?.losesPower ?? false
        deathIn = nil
        world.evidence.note("\(world.time) \(losesPower ? "the power fails" : "the process dies")")
        world.evidence.excuseUnannounced()
        world.unsynced?.cut()
        guard let shown = app?.kill() else { return }
        app = nil
        try world.restoreDisk(losingUnsynced: losesPower)
        checkConnections("after the process died")
        let server = world.result { [world] in await world.serverContent() } ?? []
        try DeathCheck(world: world, server: server, shown: shown).run()
        world.evidence.endDrafts(whileDiskFailed: world.disk.isFailing)
        try start()
    }

    /// Ends all faults of the network, the server and the disk, and cancels a planned process death.
    func endFaults() {
        deathIn = nil
        world.connection.conditions = .perfect
        world.disk.recover()
        world.moods.end()
    }

    /// Restores the planned network faults.
    func resumeNetworkFaults() {
        world.connection.conditions = plan.network.conditions
    }

    /// Performs a step of the user in the app.
    func drivePerson(_ step: any PersonStep) throws {
        guard let take = app?.take else { return }
        try drive { [openSteps] in await openSteps.take(step, take) }
    }

    /// Checks that every step that the user began has ended by now.
    func checkSteps() {
        let names = openSteps.names
        world.evidence.check(.nothingOutlives, names.isEmpty, "\(names) never ended")
    }

    /// Performs work, and waits until it is done or time is up. The default is a little longer than the minute for
    /// which the app tries to create a chat.
    @discardableResult
    func drive(
        atMost duration: Duration = .seconds(65),
        _ work: @escaping @Sendable () async -> Void
    ) throws -> Bool {
        let isDone = Flag()
        let task = Task(executorPreference: world.executor) {
            await work()
            isDone.raise()
        }
        let end = world.executor.clock.now.advanced(by: duration)
        while !isDone.isRaised, step(by: end) {}
        // The user abandons the step when the process is killed.
        if isDying { task.cancel() }
        return isDone.isRaised
    }

    /// Performs work that must end in time, and checks that it does. Without this check, a screen that never answers
    /// would hide other violations.
    func driveToEnd(
        atMost duration: Duration,
        _ work: @escaping @Sendable () async -> Void
    ) throws {
        let hasEnded = try drive(atMost: duration, work)
        world.evidence.check(.nothingOutlives, hasEnded, "what was asked of a screen never ended")
    }

    func pass(_ duration: Duration) throws {
        let end = world.executor.clock.now.advanced(by: duration)
        repeat { while step(by: end) {} } while try dieIfDue()
        world.executor.advance(to: end)
    }

    /// Runs the next job. Returns `false` if none is due by `end`, the process is to be killed, or time would never
    /// pass.
    private func step(by end: VirtualClock.Instant) -> Bool {
        // A death that is due stays due until the process was killed: no job may run before.
        if isSpinning || isDying { return false }
        isSpinning = !rest.take(at: world.time)
        if isSpinning {
            world.evidence.check(.modestRequests, false, "\(RestMeter.limit) jobs were done while no time passed")
            return false
        }
        if let left = deathIn {
            isDying = left.jobs == 0
            if isDying { return false }
            deathIn?.jobs -= 1
        }
        eventCount += 1
        let isMore = world.executor.step(by: end)
        isDying = world.disk.takeDeath()
        return isMore && !isDying
    }
}
