import Foundation
import SimulationKit
import Transport

@testable import ChatStore
@testable import EventDrivenMVVM

/// The app without its endpoints: a history in memory, the model, routers and handlers, and a note of every event told.
final class World {
    let controller: ModelController
    let handlers = EventHandlers()
    let routers: Routers
    let environment: ChatEnvironment
    private(set) var told: [String] = []

    init(holding updates: [ChatUpdate] = [ChatUpdate(chat: ada)]) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US")
        calendar.timeZone = .gmt
        let database = try ChatDatabase(.memory)
        try database.write { for update in updates { _ = try $0.apply(update, announcing: true) } }
        environment = ChatEnvironment(
            clock: SimulationExecutor(seed: 1).clock,
            now: { noon },
            calendar: calendar,
            random: RandomSource(SplitMix64(seed: 1))
        )
        controller = ModelController(database: database)
        routers = Routers(
            chat: ChatEventRouter(controller: controller, handler: handlers.chat),
            message: MessageEventRouter(controller: controller, handler: handlers.message, environment: environment)
        )
        routers.chat.route(.launched)
        handlers.chat.register(self) { [weak self] event, _ in self?.note("\(event)") }
        handlers.message.register(self) { [weak self] event, _ in self?.note("\(event)") }
    }

    var model: AppModel { controller.model }
    var builders: Builders { Builders(environment: environment, routers: routers) }

    func openChat() {
        routers.chat.route(.opened(ada.id))
    }

    /// Lets the disk refuse, or take, whatever is written from now on.
    func setDiskBroken(_ isBroken: Bool) throws {
        try controller.database.connection.execute("PRAGMA query_only = \(isBroken ? "ON" : "OFF")")
    }

    func forgetTold() {
        told = []
    }

    /// The event's name is enough.
    private func note(_ event: String) {
        told.append(String(event.prefix { $0 != "(" }))
    }
}
