import ChatApp
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit

/// One process of the VIPER app, on an interface that records what is shown.
final class ViperRun: AppRun {
    let interface: InterfaceSpy
    let transport: SeverableTransport
    let application: Application
    private let world: SimulatedWorld
    private let process: SimulatedProcess

    /// Starts the app.
    ///
    /// - Parameter bug: A bug to plant before the app runs, to show that a check finds it.
    init(world: SimulatedWorld, number: Int, bug: PlantedBug?) throws {
        self.world = world
        let interface = InterfaceSpy(world: world)
        self.interface = interface
        let environment = world.environment(run: number)
        let process = SimulatedProcess(world)
        self.process = process
        let server = try world.way(to: environment, bug: bug, diskFault: process.diskFault)
        transport = SeverableTransport(world: world, over: server, userView: interface)
        let opened = try HistoryFile(world.history).open(at: environment.now())
        world.evidence.check(.survivesDeath, opened.setAside == nil, "the history was found damaged")
        try bug?.prepare(opened.database)
        opened.database.diskFault = process.diskFault
        opened.database.files = SimulatedFolder(
            inner: opened.database.files,
            process: process,
            unsynced: world.unsynced
        )
        if let bug { opened.database.files = bug.folder(around: opened.database.files) }
        let strays = StrayCheck(world: world, process: process, named: try opened.database.read { try $0.fileNames() })
        let ways = bug?.transport(around: transport, interface) ?? AppTransport(transport)
        var application = Application(
            environment: environment,
            database: opened.database,
            service: ways.service,
            pushes: ways.pushes,
            sockets: ways.sockets
        )
        strays.run()
        if let bug { application.models = bug.models(around: application.models, ways.service) }
        self.application = application
        process.run { [application] in await application.run(on: interface) }
    }

    var take: @Sendable (any PersonStep) async -> Void {
        let person = Person(actions: actions, world: world)
        return { await person.take($0) }
    }

    func quietChecks(isLast: Bool) -> [TimedCheck] {
        let (world, session, transport) = (world, application.session, transport)
        let quiet = QuietCheck(world: world, actions: actions, session: session)
        let freshness = FreshnessCheck(world: world, actions: actions, session: session)
        let checks = [
            TimedCheck(limit: .seconds(130)) { await quiet.run() },
            TimedCheck(limit: .seconds(300)) { await freshness.run(breaking: transport.breakConnections) },
        ]
        let samePath = SamePathCheck(world: world) { try await session.read($0) }
        guard isLast else { return checks }
        let place = ReceiptPlaceCheck(world: world, actions: actions)
        let backup = BackupCheck(world: world) { try await session.read { try StoredHistory($0) } }
        return checks + [
            TimedCheck(limit: .seconds(100)) { await place.run() },
            TimedCheck(limit: .seconds(300)) { await samePath.run(loading: session.loadEverything) },
            TimedCheck(limit: .seconds(100)) { await backup.run() },
        ]
    }

    /// The user's actions on this app.
    var actions: AppActions {
        let (interface, application) = (interface, application)
        return AppActions(
            interface: interface,
            session: application.session,
            setFocus: { isFocused in
                interface.setFocus(isFocused)
                application.setFocus(isFocused)
            },
            openFromOutside: { chat, isReplacing in
                interface.noteCovering(by: chat)
                application.open(chat, replacingTop: isReplacing)
            }
        )
    }

    func kill() -> LastView {
        let shown = interface.shown
        process.kill()
        transport.sever()
        interface.sever()
        process.end()
        let rows = shown.list?.state?.rows.filter { $0.id.message == nil } ?? []
        return LastView(previews: rows.map { ($0.id.chat, $0.preview) }, badge: shown.badge ?? 0)
    }

    func quit() {
        process.end()
        interface.sever()
        transport.sever()
    }
}

extension Session {
    /// Loads a chat's whole past. Throws errors of the server and the disk.
    fileprivate func loadEverything(of chat: ChatID) async throws {
        // The bound is only reached if a page brings nothing or the chat has no beginning.
        for _ in 0..<1000 {
            guard try await read({ try $0.earliestGap(in: chat) }) != nil else { return }
            try await loadEarlier(in: chat)
        }
    }
}
