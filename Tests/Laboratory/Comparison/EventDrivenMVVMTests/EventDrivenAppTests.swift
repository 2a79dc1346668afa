import ChatStore
import Testing
import Transport

@testable import EventDrivenMVVM
@testable import OneThread

@Suite struct EventDrivenAppTests {
    @Test func `nothing of the app keeps itself alive`() throws {
        let environment = try World().environment
        let server = try SimulatedServer(environment: environment)
        let network = SimulatedConnection(server: server, environment: environment, conditions: .perfect)
        let queue = MainQueue()
        weak var history: ChatDatabase?
        do {
            let database = try ChatDatabase(.memory)
            try database.write { _ = try $0.apply(ChatUpdate(chat: ada, messages: [message(1)]), announcing: true) }
            history = database
            let app = EventDrivenApp(
                environment: environment,
                database: database,
                service: network,
                pushes: network,
                sockets: network,
                queue: queue
            )
            app.launch()
            guard case .chatList(let list) = app.window.screen else { return #expect(Bool(false), "no list") }
            list.viewModel.rows.first?.open()
            guard case .chat(let chat) = app.window.screen else { return #expect(Bool(false), "no chat") }
            chat.viewModel.type("Hello")
            chat.viewModel.send()
            chat.viewModel.leave()
        }
        #expect(history == nil)
    }
}
