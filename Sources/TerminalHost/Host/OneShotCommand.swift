import ChatApp
import ChatSession
import ChatStore
import CreateChat
import Transport

/// The commands that print or do one thing and end: no screen is entered, and nothing is read by a person.
struct OneShotCommand: Sendable {
    static let pageSize = 50
    /// How long `send` tries before it leaves the message in the outbox.
    static let patience: Duration = .seconds(120)

    let world: World
    let printer: Printer

    private var session: Session { world.application.session }

    /// Runs `command` beside the session.
    func run(_ command: @escaping @Sendable (OneShotCommand) async throws -> ExitCode) async -> ExitCode {
        await withTaskGroup(of: ExitCode?.self) { group in
            group.addTask {
                await world.server.run()
                return nil
            }
            group.addTask {
                await session.run()
                return nil
            }
            group.addTask {
                do {
                    await firstSync()
                    return try await command(self)
                } catch {
                    printer.write(.problem("\(error)"))
                    return .unavailable
                }
            }
            var code = ExitCode.ok
            for await ended in group {
                guard let ended else { continue }
                code = ended
                group.cancelAll()
            }
            return code == .ok ? printer.exitCode : code
        }
    }

    /// The chats, all of them, with what the server has to say if it can be reached.
    func list() async throws -> ExitCode {
        let environment = world.environment
        let chats = try await session.read { try $0.chats(limit: .max) }
        printer.write(
            .list(
                chats.map { chat in
                    HostEvent.ListRow(
                        contact: chat.contact.name,
                        preview: chat.newest.map { previewText(of: $0.text, imageCount: $0.imageCount) } ?? "",
                        time: environment.timeText(for: chat.newest?.time ?? chat.activity),
                        unread: chat.unreadCount
                    )
                }
            )
        )
        return .ok
    }

    /// The newest messages of a chat, none of them thereby read.
    func show(_ name: String) async throws -> ExitCode {
        let timeline = try await session.read { database in
            try database.chat(withContactNamed: name).flatMap {
                try database.timeline(of: $0.id, limit: Self.pageSize)
            }
        }
        guard let timeline else {
            printer.write(.problem("There is no chat with \(name)"))
            return .dataError
        }
        for message in timeline.messages {
            printer.write(.message(line(for: message, in: timeline)))
        }
        return .ok
    }

    /// Sends a text, and waits until the server has it or refuses it.
    func send(_ text: String, to name: String) async throws -> ExitCode {
        let name = ContactName(name)
        if let fault = name.fault {
            printer.write(.problem(fault.message))
            return .dataError
        }
        guard text.utf8.count <= OutgoingMessage.textLimit else {
            printer.write(.problem("The message is too long: the server takes \(OutgoingMessage.textLimit) bytes"))
            return .dataError
        }
        let chat = try await session.createChat(with: name.text)
        let id = try await session.send(text, to: chat)
        return await withTaskGroup(of: ExitCode.self) { group in
            group.addTask { await outcome(of: id, in: chat) }
            group.addTask {
                try? await world.environment.clock.sleep(for: Self.patience)
                return .unavailable
            }
            let code = await group.next() ?? .unavailable
            group.cancelAll()
            if code != .ok { printer.write(.problem("The server has not taken the message")) }
            return code
        }
    }

    /// Prints each state of a message until it is sent or has failed.
    private func outcome(of id: MessageID, in chat: ChatID) async -> ExitCode {
        var shown: Delivery?
        for await _ in session.changes(of: .chat(chat)) {
            let timeline = try? await session.read { try $0.timeline(of: chat, limit: Self.pageSize) }
            guard let timeline, let message = timeline.messages.last(where: { $0.id == id }) else { continue }
            if message.delivery != shown { printer.write(.message(line(for: message, in: timeline))) }
            shown = message.delivery
            switch message.delivery {
            case .sent, .read, .received: return .ok
            case .failed: return .unavailable
            case .sending: continue
            }
        }
        return .unavailable
    }

    private func firstSync() async {
        for await _ in session.changes(of: .account) where await session.syncAttempts > 0 { break }
        if let status = await session.status.connection.statusText { printer.write(.problem(status)) }
    }

    private func line(for message: StoredMessage, in timeline: Timeline) -> HostEvent.MessageLine {
        HostEvent.MessageLine(
            contact: timeline.contact.name,
            id: message.id.rawValue,
            from: message.author == .me ? "me" : timeline.contact.name,
            text: message.text,
            state: HostEvent.MessageLine.State(message.delivery),
            time: world.environment.timeText(for: message.time),
            images: message.imageCount
        )
    }
}
