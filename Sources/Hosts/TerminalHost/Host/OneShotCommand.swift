import Chat
import ChatApp
import ChatSession
import ChatStore
import CreateChat
import Transport

/// A command that does one thing and ends, in a running world but with no screen: nothing is read by a person.
struct OneShotCommand: Sendable {
    /// How long `send` tries before it leaves the message in the outbox.
    static let patience: Duration = .seconds(120)

    let world: World
    let printer: Printer

    private var session: Session { world.application.session }
    private var history: HistoryPrinter { HistoryPrinter(environment: world.environment, printer: printer) }

    /// Runs `command` beside the session, once the server has been asked what is new.
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
                    return error is SQLiteError ? .ioError : .unavailable
                }
            }
            var code = ExitCode.ok
            for await ended in group {
                guard let ended else { continue }
                code = ended
                group.cancelAll()
            }
            return code
        }
    }

    func list() async throws -> ExitCode {
        try await session.read { [history] in try history.printList(of: $0) }
        return .ok
    }

    func show(_ name: String) async throws -> ExitCode {
        try await session.read { [history] in try history.printChat(withContactNamed: name, of: $0) }
    }

    /// Sends a text, and waits until the server has it or refuses it.
    func send(_ text: String, to name: String) async throws -> ExitCode {
        let name = ContactName(name)
        if let fault = name.fault {
            printer.write(.problem(fault.message))
            return .dataError
        }
        if let refusal = TextFault(of: text) {
            printer.write(.problem(refusal.message))
            return .dataError
        }
        let chat = try await session.createChat(with: name.text)
        let id = try await session.send(text, to: chat)
        return await withTaskGroup(of: String?.self) { group in
            group.addTask { await failure(of: id, in: chat) }
            group.addTask {
                try? await world.environment.clock.sleep(for: Self.patience)
                return "The server has not taken the message"
            }
            let problem = await group.next().flatMap { $0 }
            group.cancelAll()
            if let problem { printer.write(.problem(problem)) }
            return problem == nil ? .ok : .unavailable
        }
    }

    /// Prints each state of a message until it is sent or has failed; returns why it failed.
    private func failure(of id: MessageID, in chat: ChatID) async -> String? {
        var shown: Delivery?
        for await _ in session.changes(of: .chat(chat)) {
            let timeline = try? await session.read { try $0.timeline(of: chat, in: .newest(HistoryPrinter.pageSize)) }
            guard let timeline, let message = timeline.messages.last(where: { $0.id == id }) else { continue }
            if message.delivery != shown { history.print(message, of: timeline) }
            shown = message.delivery
            switch message.delivery {
            case .sent, .read, .received: return nil
            case .failed(let reason): return "The server refused the message: \(reason)"
            case .sending: continue
            }
        }
        return nil
    }

    private func firstSync() async {
        for await _ in session.changes(of: .account) where await session.syncAttempts > 0 { break }
        for notice in world.notices { printer.write(.problem(notice)) }
        if let status = await session.status.connection.statusText { printer.write(.problem(status)) }
    }
}
