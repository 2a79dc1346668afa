import ChatTypes
import DriverKit
import SimulatedServer
import Transport

/// User actions of several steps.
extension Stage {
    /// The chat that every account has from the beginning.
    static let john = ChatID("chat-john")
    static let ben = ChatID("chat-ben")

    /// Starts the app and waits until the list is drawn and the server has answered.
    func startInList() async throws {
        try start()
        try await seeList("the list, up to date") { $0.status == nil && !$0.rows.isEmpty }
    }

    /// Opens a chat from the list, and waits until it is drawn.
    func open(_ title: String) async throws {
        let list = try await seeList("a row for \(title)") { list in list.rows.contains { $0.title == title } }
        guard let row = list.row(title) else { return }
        await perform(.open(row: row.id))
        try await seeChat("the chat with \(title)") { $0.title == title }
    }

    /// Closes the screen above the list.
    func goBack() async throws {
        await perform(.back)
        try await seeList("the list again") { _ in true }
    }

    /// Types a text into the open chat's message field and sends it.
    func say(_ text: String) async throws {
        await perform(.type(text))
        try await seeChat("\"\(text)\" in the field") { $0.field == text }
        await perform(.send)
    }

    @discardableResult
    func seeList(_ words: String, where holds: (ListScreen) -> Bool) async throws -> ListScreen {
        try await see(words) { $0.list.map(holds) ?? false }.list
            ?? ListScreen(rows: [], hasMore: false, searchText: "")
    }

    @discardableResult
    func seeForm(_ words: String, where holds: (FormScreen) -> Bool) async throws -> FormScreen? {
        try await see(words) { $0.form.map(holds) ?? false }.form
    }

    @discardableResult
    func seeChat(_ words: String, where holds: (ChatScreen) -> Bool) async throws -> ChatScreen? {
        try await see(words) { $0.chat.map(holds) ?? false }.chat
    }

    /// Waits until the open chat shows exactly the server's messages, in order, each once.
    func seeWholeLog(of chat: ChatID) async throws {
        try await see("the chat as the server holds it") { screen in
            let log = await server.log(of: chat)
            return screen.chat?.rows.map(\.id) == log.map(\.id.rawValue)
        }
    }
}

extension Stage {
    /// Cuts the phone's network connection.
    func cutNetwork() {
        var away = NetworkConditions.perfect
        away.requestLossRate = 1
        network.conditions = away
    }

    func mendNetwork() {
        network.conditions = .perfect
    }
}

extension ListScreen {
    func row(_ title: String) -> Row? { rows.first { $0.title == title } }
}

extension ChatScreen {
    func row(saying text: String) -> Row? { rows.first { $0.text == text } }
    func delivery(of text: String) -> Delivery? { row(saying: text)?.delivery }
}

extension Delivery {
    var isFailure: Bool { if case .failed = self { true } else { false } }
}
