import Chat
import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import CreateChat
import Foundation
import RuntimeKit
import ScreenKit
import Synchronization

/// A command that does one thing in a running app, without a screen, and ends. It marks nothing as read.
package struct OneShotCommand: Sendable {
    /// The time after which `send` leaves the message in the outbox.
    static let sendTimeout: Duration = .seconds(120)
    /// The number of pages, and the time, for which a command that reads waits for missing messages. `--help` names both.
    static let fillPages = 20
    static let fillTimeout: Duration = .seconds(30)
    /// The time for a message with a file, which has to be uploaded.
    static let uploadTimeout: Duration = .seconds(3600)
    static let interrupted = "Interrupted; the message will be sent when viperchat next runs"

    package let container: AppContainer
    package let printer: Printer
    /// Shows on a terminal what a command waits for; nil shows nothing.
    package var progress: LineOutput?
    /// Passes on what `watch` has printed, after each event. Returns false once nothing reads it any more.
    var passOn: @Sendable () async -> Bool = { true }

    package init(container: AppContainer, printer: Printer, progress: LineOutput? = nil) {
        (self.container, self.printer, self.progress) = (container, printer, progress)
    }

    var session: Session { container.application.session }
    var history: HistoryPrinter { HistoryPrinter(environment: container.environment, printer: printer) }

    /// Runs `command` beside the session, after the first sync.
    package func run(_ command: @escaping @Sendable (OneShotCommand) async throws -> ExitCode) async -> ExitCode {
        await withTaskGroup(of: ExitCode?.self) { group in
            group.addTask {
                await container.runServer()
                return nil
            }
            group.addTask {
                await session.run()
                return nil
            }
            group.addTask {
                await container.serveCommands()
                return nil
            }
            group.addTask {
                // Nothing shows them, and they must not pile up.
                await session.showNotifications { _ in }
                return nil
            }
            group.addTask { await runBesideApp(command) }
            var code = ExitCode.ok
            for await ended in group {
                guard let ended else { continue }
                code = ended
                group.cancelAll()
            }
            return code
        }
    }

    /// Runs `command` in an app that is already running, after its first sync.
    func runBesideApp(_ command: @Sendable (OneShotCommand) async throws -> ExitCode) async -> ExitCode {
        do {
            try await firstSync()
            let code = try await command(self)
            return code == .ok ? await codeForStorage : code
        } catch {
            let error: any Error = error is CancellationError ? InterruptionError() : error
            printer.write(.problem(container.completing(FailureText.text(of: error))))
            return FailureText.exitCode(for: error)
        }
    }

    package func list() async throws -> ExitCode {
        if await hasNothing { return .unavailable }
        try await session.read { [history] in try history.printList(of: $0) }
        return .ok
    }

    package func search(_ text: String) async throws -> ExitCode {
        if await hasNothing { return .unavailable }
        try await history.printSearchResults { place in
            try await session.read { try $0.search(text, after: place, limit: HistoryPrinter.pageSize) }
        }
        try await session.read { [history, container] in
            try history.printMissing(of: $0, completing: container.completing)
        }
        return .ok
    }

    package func show(_ excerpt: ChatExcerpt) async throws -> ExitCode {
        if await hasNothing { return .unavailable }
        var excerpt = excerpt
        if try await session.read({ [excerpt] in try excerpt.chat(in: $0) }) == nil,
            let chat = try await session.chat(withAlias: excerpt.contact)
        {
            excerpt.contact = chat.rawValue
        }
        // The chat may be among those that have not come.
        if await isIncomplete, try await session.read({ [excerpt] in try excerpt.chat(in: $0) }) == nil {
            return .unavailable
        }
        try await fill(excerpt)
        let timeline = try await session.read { [excerpt] in try excerpt.timeline(in: $0) }
        return try await session.read { [history, excerpt] reader in
            try history.printChat(excerpt, timeline, of: reader)
        }
    }

    /// Requests the missing messages of an excerpt, within `fillPages` and `fillTimeout`. Prints the rest as a gap.
    private func fill(_ excerpt: ChatExcerpt) async throws {
        guard let chat = try await session.read({ try excerpt.chat(in: $0) }) else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // A failure leaves the gap.
                try? await session.fill(excerpt.window, of: chat.id, pageLimit: Self.fillPages) { count in
                    progress?.write("Loading older messages (\(count + 1) of at most \(Self.fillPages))…")
                }
            }
            group.addTask { try? await container.environment.clock.sleep(for: Self.fillTimeout) }
            await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }

    /// Sends a message. Returns when the server accepts or refuses it, after `sendTimeout` at the latest, or `uploadTimeout` with a file.
    package func send(_ request: SendRequest) async throws -> ExitCode {
        let name = ContactName(request.contact)
        if let fault = name.error {
            printer.write(.problem(errorText(fault)))
            return .dataError
        }
        if let fault = TextError(of: request.text), fault != .empty || request.file == nil {
            printer.write(.problem(errorText(fault)))
            return .dataError
        }
        if let objection = request.file.flatMap(TypedPath.objection(toSending:)) {
            printer.write(.problem(objection))
            return .noInput
        }
        let chat = try await chat(named: name.text)
        if try await refuses(chat, named: name.text) { return .dataError }
        if let answered = request.answered, try await message(answered, in: chat, named: name.text) == nil {
            return .dataError
        }
        let id = try await send(request, to: chat)
        return await report(within: request.file == nil ? Self.sendTimeout : Self.uploadTimeout) {
            await failure(of: id, in: chat)
        }
    }

    private func send(_ request: SendRequest, to chat: ChatID) async throws -> MessageID {
        let answered = request.answered.map { MessageID($0) }
        if let file = request.file {
            return try await session.send(fileAt: file, text: request.text, replyingTo: answered, to: chat)
        }
        if let answered { return try await session.reply(request.text, to: answered, in: chat) }
        return try await session.send(request.text, to: chat, isTypedElsewhere: true)
    }

    /// Waits for the server's answer to something that is committed, and prints the reason if it is not sent, or not in time.
    func report(within limit: Duration, _ failure: @escaping @Sendable () async -> String?) async -> ExitCode {
        let problem = await withTaskGroup(of: String?.self) { group in
            group.addTask { await failure() }
            group.addTask {
                let isOver = (try? await container.environment.clock.sleep(for: limit)) != nil
                return isOver
                    ? "The server has not answered yet; what is not sent is sent when viperchat next runs"
                    : Self.interrupted
            }
            let problem = await group.next().flatMap { $0 }
            group.cancelAll()
            return problem
        }
        if let problem { printer.write(.problem(problem)) }
        return problem == nil ? .ok : problem == Self.interrupted ? .ioError : .unavailable
    }

    /// Returns the chat that a name, an ID or an alias stands for, or else a new chat with a person.
    private func chat(named name: String) async throws -> ChatID {
        if let known = try await session.chat(withContactNamed: name) { return known }
        // Only a server that knows the user can create the chat.
        if let reason = await session.status.connection.requests.reasonToLogIn {
            throw ServiceError.unauthorized(text: reason)
        }
        // Creating the chat of a room would join the room, which is an act of its own.
        guard !name.isRoomID else { throw SessionError.unknownChat }
        let chat = try await session.createChat(with: name)
        if let isEncrypted = session.encryptsNewChats {
            printer.write(.problem("This begins a chat that is \(isEncrypted ? "" : "not ")encrypted"))
        }
        return chat
    }

    /// Prints each state of a message until it is sent or has failed. Returns the reason if it failed.
    private func failure(of id: MessageID, in chat: ChatID) async -> String? {
        let shown = Mutex<Delivery?>(nil)
        let window = MessageWindow.around(id, before: 0, after: 0)
        let query = session.query(window, dependingOn: .chat(chat)) { try $1.timeline(of: chat, in: $0) }
        let last = await query.first { snapshot in
            guard let timeline = try? snapshot.content.get(),
                let message = timeline.messages.last(where: { $0.id == id })
            else { return false }
            let isNew = shown.withLock { shown in
                defer { shown = message.delivery }
                return shown != message.delivery
            }
            if isNew { history.print(message, of: timeline, in: chat) }
            return message.delivery != .sending || snapshot.status.connection.requests.reasonToLogIn != nil
        }
        guard let last else { return Self.interrupted }
        let message = (try? last.content.get())?.messages.last { $0.id == id }
        if message?.delivery == .sending, let reason = last.status.connection.requests.reasonToLogIn {
            return "The message was not sent yet, and will be once you are logged in: \(reason)"
        }
        if case .failed(let reason) = message?.delivery { return "The server refused the message: \(reason)" }
        return nil
    }

    /// A login that has ended fails the command. So does a failure to save, unless the profile is read-only, which a notice has already said.
    private var codeForStorage: ExitCode {
        get async {
            let status = await session.status
            if status.connection.requests.reasonToLogIn != nil { return .unavailable }
            if await isIncomplete { return .unavailable }
            return status.storageProblem == nil || !container.canSave ? .ok : .ioError
        }
    }

    /// Whether the first sync has failed before it brought all chats.
    private var isIncomplete: Bool {
        get async {
            guard case .failing = await session.status.connection.requests else { return false }
            return await !session.hasSynced
        }
    }

    /// Whether the first sync has failed before it brought anything: then an empty list would pass for an empty account.
    private var hasNothing: Bool {
        get async {
            guard await isIncomplete else { return false }
            return (try? await session.read { try $0.chatCount() }) ?? 0 == 0
        }
    }

    /// Waits for the first sync and prints notices. Throws `CancellationError` if a signal comes first.
    private func firstSync() async throws {
        await session.firstSync()
        try Task.checkCancellation()
        for notice in container.notices { printer.write(.problem(notice)) }
        let status = await session.status
        if let text = status.connection.text { printer.write(.problem(text)) }
        if await isIncomplete { printer.write(.problem("The first sync is not complete: chats are missing here")) }
        if container.canSave, let problem = status.storageProblem {
            printer.write(.problem("Cannot save: \(errorText(problem))"))
        }
    }
}
