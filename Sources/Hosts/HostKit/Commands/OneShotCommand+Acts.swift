import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import CommandLineKit
import RuntimeKit
import ScreenKit

/// Commands that change a message, or the user's place in a chat.
extension OneShotCommand {
    /// Performs an action in a chat that is stored. Returns when the server accepts or refuses it, after `sendTimeout` at the latest.
    func perform(_ act: ChatAct, in name: String) async throws -> ExitCode {
        guard let chat = try await knownChat(named: name) else { return .dataError }
        if act.needsMembership, try await refuses(chat, named: name) { return .dataError }
        switch act {
        case .react(let id, let text, let isSet):
            guard let message = try await message(id, in: chat, named: name) else { return .dataError }
            return try await react(text, isSet: isSet, to: message.id, in: chat)
        case .edit(let id, let text):
            guard let message = try await ownMessage(id, in: chat, named: name) else { return .dataError }
            try await session.edit(message.id, to: text, in: chat)
            return await reportAnnotation(of: message.id, in: chat) { message in
                message?.editFailure.map { "The server refused the edit: \($0)" }
            }
        case .delete(let id):
            guard let message = try await ownMessage(id, in: chat, named: name) else { return .dataError }
            // A message that the server does not have is deleted here.
            let isSent = [.sent, .read].contains(message.delivery)
            if isSent, try await refuses(chat, named: name) { return .dataError }
            try await session.delete(message.id, in: chat)
            return await reportAnnotation(of: message.id, in: chat)
        case .read(let id):
            if let id, try await message(id, in: chat, named: name) == nil { return .dataError }
            try await session.markRead(chat, through: id.map { MessageID($0) })
            // The receipt waits until the user is back in the chat.
            guard try await stateIfOver(of: chat) == nil else { return .ok }
            return await report(within: Self.sendTimeout) {
                await wait { try $0.dueReceipt(in: chat) == nil && $0.dueMarks(in: chat) == nil }
            }
        case .join: try await session.setMembership(.join, in: chat)
        case .leave: try await session.setMembership(.leave, in: chat)
        case .invite(let person): try await session.change(.invite(person), in: chat)
        }
        return .ok
    }

    /// Prints the reason and returns true if the user is out of a chat, so that the server takes nothing there.
    func refuses(_ chat: ChatID, named name: String) async throws -> Bool {
        guard let state = try await stateIfOver(of: chat) else { return false }
        printer.write(.problem("\(state.text ?? ""): nothing can be sent to the chat with \(short(name))"))
        return true
    }

    /// Returns the user's state in a chat, if the user is out of it.
    private func stateIfOver(of chat: ChatID) async throws -> ChatState? {
        let state = try await session.read { try $0.standing(in: chat) }?.state
        return state?.isOver == true ? state : nil
    }

    private func react(_ text: String, isSet: Bool, to message: MessageID, in chat: ChatID) async throws -> ExitCode {
        if let reason = objection(toReaction: text) {
            printer.write(.problem(reason))
            return .dataError
        }
        let text = try reactionText(named: text)
        try await session.react(text, to: message, in: chat, isSet: isSet)
        return await reportAnnotation(of: message, in: chat) { message in
            let isThere = message?.reactions.contains { $0.isMine && $0.text == text } ?? false
            return isThere == isSet ? nil : "The server refused the reaction"
        }
    }

    /// Returns the stored chat with a name, an ID or an alias. Prints the reason and returns nil if there is none.
    func knownChat(named name: String) async throws -> ChatID? {
        if let chat = try await session.chat(withContactNamed: name) { return chat }
        let names = try await session.read { try $0.chats(limit: try $0.chatCount()).map(\.contact.name) }
        let near = nearestWord(to: name, in: names.filter { $0 != name }).map { "; did you mean \(short($0))?" } ?? ""
        printer.write(.problem("There is no chat with \(short(name))\(near)"))
        return nil
    }

    /// Returns a stored message. Prints the reason and returns nil if there is none, or it was deleted.
    func message(_ id: String, in chat: ChatID, named name: String) async throws -> ChatMessage? {
        let id = MessageID(id)
        let found = try await session.read { try $0.timeline(of: chat, in: .around(id, before: 0, after: 0)) }
        let message = found?.messages.first { $0.id == id }
        guard let message, !message.isDeleted, message.event == nil else {
            let state = message == nil ? "There is no message" : "Nothing can be done to the message"
            printer.write(.problem("\(state) \(short(id.rawValue)) in the chat with \(short(name))"))
            return nil
        }
        return message
    }

    private func ownMessage(_ id: String, in chat: ChatID, named name: String) async throws -> ChatMessage? {
        guard let message = try await message(id, in: chat, named: name) else { return nil }
        guard message.author == .me else {
            printer.write(.problem("The message \(short(id)) is not yours"))
            return nil
        }
        return message
    }

    /// Waits until the server has answered to an edit, a deletion or a reaction, prints the message as it is then, and the reason if the
    /// server refused.
    private func reportAnnotation(
        of id: MessageID,
        in chat: ChatID,
        refusal: @escaping @Sendable (ChatMessage?) -> String? = { _ in nil }
    ) async -> ExitCode {
        await report(within: Self.sendTimeout) {
            if let problem = await wait(until: { try !$0.owesAnnotation(of: id, in: chat) }) { return problem }
            let timeline = try? await session.read { try $0.timeline(of: chat, in: .around(id, before: 0, after: 0)) }
            let message = timeline?.messages.first { $0.id == id }
            if let timeline, let message { history.print(message, of: timeline, in: chat) }
            return refusal(message)
        }
    }

    /// Asks the history again and again until something is so. Returns the reason if it cannot become so.
    ///
    /// No query follows what the server has been told, since that shows on no screen.
    private func wait(until isDone: @Sendable (borrowing ChatReader) throws -> Bool) async -> String? {
        while true {
            do { if try await session.read(isDone) { return nil } } catch is CancellationError {
                return Self.interrupted
            } catch { return errorText(StorageProblem(error)) }
            if let reason = await session.status.connection.requests.reasonToLogIn {
                return "The server was not told yet, and will be once you are logged in: \(reason)"
            }
            guard (try? await container.environment.clock.sleep(for: .milliseconds(100))) != nil else {
                return Self.interrupted
            }
        }
    }
}

extension ChatAct {
    /// Whether the server takes it from a member of the chat only.
    fileprivate var needsMembership: Bool {
        switch self {
        case .react, .edit, .invite: true
        // Reading is for former members, too, and so is deleting what was never sent.
        case .delete, .read, .join, .leave: false
        }
    }
}
