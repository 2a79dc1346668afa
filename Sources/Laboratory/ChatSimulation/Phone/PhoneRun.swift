import ChatStore
import ChatTypes
import DriverKit
import Foundation

/// One process of an architecture, used and observed through its views alone.
final class PhoneRun: AppRun {
    let transport: SeverableTransport
    private let world: SimulatedWorld
    private let process: SimulatedProcess
    private let userView: PhoneUserView
    private let driver: any AppDriver

    /// Starts the architecture. Throws errors of the disk.
    init(world: SimulatedWorld, number: Int, start: (Phone) throws -> any AppDriver) throws {
        self.world = world
        process = SimulatedProcess(world)
        userView = PhoneUserView(world: world)
        let environment = world.environment(run: number)
        let server = try world.way(to: environment, bug: nil, diskFault: process.diskFault)
        transport = SeverableTransport(world: world, over: server, userView: userView)
        driver = try start(
            Phone(
                environment: environment,
                disk: .file(path: world.history.path),
                service: transport,
                pushes: transport,
                sockets: transport,
                diskFault: process.diskFault
            )
        )
        userView.open(driver)
        process.run { [driver] in await driver.run() }
    }

    var take: @Sendable (any PersonStep) async -> Void {
        let person = PhonePerson(driver: driver, userView: userView, world: world)
        return { await person.take($0) }
    }

    func quietChecks(isLast: Bool) -> [TimedCheck] {
        let check = PhoneCheck(person: PhonePerson(driver: driver, userView: userView, world: world))
        let freshness = PhoneFreshnessCheck(check: check)
        let checks = [
            TimedCheck(limit: .seconds(120)) { await check.run() },
            TimedCheck(limit: .seconds(120)) { [transport] in await freshness.run(breaking: transport.breakConnections)
            },
        ]
        let walk = PhoneWalk(check: check)
        return isLast ? checks + [TimedCheck(limit: .seconds(1800)) { await walk.run() }] : checks
    }

    func kill() -> LastView {
        // Closes the user view first, because an interrupted step would trust what the killed app still shows.
        userView.close()
        process.kill()
        transport.sever()
        let screen = leave()
        let rows = screen.list.map { $0.searchText.isEmpty ? $0.rows : [] } ?? []
        return LastView(previews: rows.map { (ChatID($0.id), $0.preview) }, badge: screen.badge)
    }

    func quit() {
        let begin = world.time
        _ = leave()
        // Notifications that were on their way when the user left the app were not shown.
        world.evidence.excuseUnannounced(since: begin - .seconds(1))
        transport.sever()
    }

    /// Ends the app, and records its notifications.
    private func leave() -> Screen {
        let screen = world.result { [driver] in await driver.screen } ?? Screen()
        userView.close()
        process.end()
        let last = world.result { [driver] in await driver.screen } ?? Screen()
        world.evidence.with { content in
            for banner in last.banners { content.banners[banner, default: 0] += 1 }
        }
        return screen
    }
}

extension Screen {
    var banners: [Evidence.Banner] {
        // What a session tells of its own sending stands for no message.
        notifications.filter { note in !["Not sent (", "The server asks to wait "].contains(where: note.text.hasPrefix)
        }
        .map { Evidence.Banner(title: $0.title, text: $0.text) }
    }
}
