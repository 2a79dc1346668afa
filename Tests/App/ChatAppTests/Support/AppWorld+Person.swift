import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import SimulatedServer
import SimulationKit
import Transport

/// The user's actions, and the state on screen.
extension AppWorld {
    /// Waits until the list shows John, the first contact.
    func start() {
        run { interface.list?.rows.isEmpty == false }
        run(for: .seconds(1))
    }

    func open(_ chat: ChatID = john) {
        interface.listModule?.send(.open(ChatSummary.ID(chat: chat)))
        run { interface.top == .chat(chat) && interface.chat != nil }
        run(for: .seconds(1))
    }

    /// Creates a chat as another device of the user would.
    func contact(_ name: String) throws -> ChatID {
        try perform { [connection] in try await connection.createChat(with: name).id }
    }

    func openForm() {
        interface.listModule?.send(.createChat)
        run { interface.top == .createChat && interface.form != nil }
    }

    func type(_ name: String) throws {
        let module = interface.formModule
        try perform { await module?.perform(.type(name)) }
    }

    /// Creates a chat and waits until it is on screen.
    func startChat(with name: String) throws {
        openForm()
        interface.formModule?.send(.type(name))
        interface.formModule?.send(.create)
        run { if case .chat = interface.top { interface.chat != nil } else { false } }
        run(for: .seconds(1))
    }

    func send(_ text: String) throws {
        let module = interface.chatModule
        try perform { await module?.perform(.send(text)) }
    }

    func leaveChat() {
        interface.chatModule?.send(.leave)
        run { interface.top == .chatList }
        run(for: .seconds(1))
    }

    /// Opens the details of the chat on top.
    func openDetails(of chat: ChatID = john) {
        interface.chatModule?.send(.showDetails)
        run { interface.top == .details(of: chat) && interface.details != nil }
        run(for: .seconds(1))
    }

    func setFocus(_ isFocused: Bool) {
        application.setFocus(isFocused)
        run(for: .seconds(1))
    }

    @discardableResult
    func contactWrites(_ text: String, in chat: ChatID = john) throws -> Message {
        let message = try perform { [server] in try await server.contactWrites(text, in: chat) }
        run(for: .seconds(1))
        return message
    }

    func search(_ text: String) throws {
        let module = interface.listModule
        try perform { await module?.perform(.search(text)) }
    }

    var texts: [String] { interface.chat?.rows.map(\.text) ?? [] }
    var deliveries: [Delivery] { interface.chat?.rows.map(\.delivery) ?? [] }
    var previews: [String] { interface.list?.rows.map(\.preview) ?? [] }
    func unreadCount(of chat: ChatID) -> Int? { interface.list?.rows.first { $0.id.chat == chat }?.unreadCount }
    var unreadOfRows: Int { interface.list?.rows.map(\.unreadCount).reduce(0, +) ?? 0 }

    func log(of chat: ChatID = john) throws -> [Message] {
        try perform { [server] in await server.log(of: chat) }
    }
}

extension Message {
    /// The line about the message in the list and in notifications, where formats are not drawn.
    var preview: String { previewText(of: FormattedText(text, spans).preview, imageCount: imageCount) }
}
