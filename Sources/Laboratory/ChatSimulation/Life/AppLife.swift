import ChatApp
import ChatStore
import Foundation
import SimulationKit
import Transport

/// One life of the app's process, from its start to its end, orderly or not.
final class AppLife {
    let interface: InterfaceSpy
    let transport: SeverableTransport
    let application: Application
    private let world: SimulatedWorld
    private let isDead = Flag()
    private let hasEnded = Flag()
    private var task: Task<Void, Never>?

    /// - Parameter plant: changes the app before it runs; for showing that a fault in it is found.
    init(world: SimulatedWorld, number: Int, plant: PlantedFault?) throws {
        self.world = world
        let interface = InterfaceSpy(world: world)
        self.interface = interface
        let environment = world.environment(life: number)
        let (disk, isDead) = (world.disk, isDead)
        let diskFault: @Sendable () throws -> Void = {
            if isDead.isRaised { throw CancellationError() }
            try disk.beforeWrite()
        }
        let server: any ChatService & PushSource & SocketSource =
            try world.matrix?.transport(environment, plant: plant, diskFault: diskFault) ?? world.connection
        transport = SeverableTransport(world: world, over: server, interface: interface)
        let opened = try HistoryFile(world.folder.appending(path: "history.sqlite")).open(at: environment.now())
        world.evidence.check(.survivesDeath, opened.setAside == nil, "the history was found damaged")
        try plant?.prepare(opened.database)
        opened.database.diskFault = diskFault
        let ways = plant?.transport(around: transport, interface) ?? AppTransport(transport)
        var application = Application(
            environment: environment,
            database: opened.database,
            service: ways.service,
            pushes: ways.pushes,
            sockets: ways.sockets
        )
        if let plant { application.models = plant.models(around: application.models, ways.service) }
        self.application = application
        let hasEnded = hasEnded
        task = Task(executorPreference: world.executor) { [application] in
            await application.run(on: interface)
            hasEnded.raise()
        }
    }

    /// What a person can do with it.
    var actions: AppActions {
        let (interface, application) = (interface, application)
        return AppActions(
            interface: interface,
            setFocus: { isFocused in
                interface.setFocus(isFocused)
                application.setFocus(isFocused)
            },
            openFromOutside: { application.open($0, replacingTop: $1) }
        )
    }

    /// The process stops for good, wherever it is: what it has not committed is gone, and so is everything it holds.
    func die() {
        isDead.raise()
        transport.sever()
        interface.sever()
        end()
    }

    /// The person leaves; everything must come to its end.
    func quit() {
        end()
        interface.sever()
        transport.sever()
    }

    private func end() {
        task?.cancel()
        var steps = 0
        while !hasEnded.isRaised, steps < Self.patience, world.executor.step() { steps += 1 }
        world.evidence.check(.nothingOutlives, hasEnded.isRaised, "the app still runs \(steps) jobs after it was left")
    }

    private static var patience: Int { 100_000 }
}
