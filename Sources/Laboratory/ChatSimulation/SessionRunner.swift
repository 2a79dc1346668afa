import ChatApp
public import Foundation
import SimulationKit
import Synchronization
import Transport

/// Plays one session from beginning to end on the calling thread.
public final class SessionRunner {
    private let plan: SessionPlan
    private let plant: PlantedFault?
    let world: SimulatedWorld
    private(set) var life: (any Life)?
    private var openSteps = OpenSteps()
    /// Whether the last step of the plan happens.
    private(set) var isAtEnd = false
    private var lifeCount = 0
    private var eventCount = 0
    private var rest = RestMeter()
    /// Something goes on without a pause, and would for ever.
    private var isSpinning = false
    /// Jobs left until the process dies, and whether it does because the power fails.
    private var deathIn: (jobs: Int, losesPower: Bool)?
    /// The process is to die as soon as nothing is being waited for that holds it.
    private var isDying = false

    /// Plays `plan` in an empty folder of its own below `place`.
    ///
    /// The same plan, and the same build, give the same outcome. Throws a `SessionError` when the files cannot be made.
    public static func run(
        _ plan: SessionPlan,
        in place: URL,
        planting plant: PlantedFault? = nil,
        isTracing: Bool = false
    ) throws -> SessionOutcome {
        let folder = place.appending(path: "session-\(plan.seed)-\(UInt64.random(in: 0 ... .max))")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            return try SessionRunner(plan, folder, plant, isTracing).play()
        } catch {
            throw SessionError(seed: plan.seed, cause: error)
        }
    }

    private init(_ plan: SessionPlan, _ folder: URL, _ plant: PlantedFault?, _ isTracing: Bool) throws {
        self.plan = plan
        self.plant = plant
        world = try SimulatedWorld(plan, in: folder, isTracing: isTracing)
    }

    private func play() throws -> SessionOutcome {
        try drive { [world, plan] in
            await world.makeGroup(plan)
            // A version is walked through to its end, chat by chat: it gets few.
            if plan.version == nil { await world.fill(plan) }
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

    /// The process dies after so many more jobs, wherever it is then.
    func die(afterJobs jobs: Int, losingPower losesPower: Bool = false) {
        deathIn = (jobs, losesPower)
    }

    func start() throws {
        lifeCount += 1
        openSteps = OpenSteps()
        world.evidence.forgetTyping()
        life =
            if let version = plan.version {
                try PhoneLife(world: world, number: lifeCount, version: version)
            } else {
                try AppLife(world: world, number: lifeCount, plant: plant)
            }
        try pass(.milliseconds(200))
    }

    /// The person leaves in order; nothing may be left.
    func leave() {
        life?.quit()
        life = nil
        world.evidence.endDrafts(whileDiskFailed: world.disk.isFailing)
        deathIn = nil
        checkConnections("after the app was left")
    }

    private func checkConnections(_ moment: String) {
        let count = world.result { [world] in await world.server.connectionCount }
        world.evidence.check(.nothingOutlives, count == 0, "\(count ?? -1) connections are open \(moment)")
    }

    /// Returns whether the process has died, and another one has begun.
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
        guard let shown = life?.die() else { return }
        life = nil
        try world.restoreDisk(losingUnsynced: losesPower)
        checkConnections("after the process died")
        let server = world.result { [world] in await world.serverContent() } ?? []
        try DeathCheck(world: world, server: server, shown: shown).run()
        world.evidence.endDrafts(whileDiskFailed: world.disk.isFailing)
        try start()
    }

    /// Nothing is wrong any more with the network, the server or the disk, and a death that was to come does not.
    func endFaults() {
        deathIn = nil
        world.connection.conditions = .perfect
        world.disk.recover()
        world.moods.end()
    }

    /// The network is as bad again as the plan has it.
    func resumeNetworkFaults() {
        world.connection.conditions = plan.network.conditions
    }

    /// Has the person do something with the app.
    func drivePerson(_ step: any PersonStep) throws {
        guard let take = life?.take else { return }
        try drive { [openSteps] in await openSteps.take(step, take) }
    }

    /// All that the person has begun has come to its end, after so long a time.
    func checkSteps() {
        let names = openSteps.names
        world.evidence.check(.nothingOutlives, names.isEmpty, "\(names) never ended")
    }

    /// Does something and waits until it is done, or for a little more than the minute for which creating a chat is
    /// tried.
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
        // The person lets go of what they were about to do.
        if isDying { task.cancel() }
        return isDone.isRaised
    }

    /// As `drive`, for what has to come to its end: a screen that never answers would leave the rest unchecked.
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

    /// Runs what is next; false when there is nothing until then, or the process is to die, or time would never pass.
    private func step(by end: VirtualClock.Instant) -> Bool {
        if isSpinning { return false }
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
