import ChatSession
import ChatStore
import ChatTypes
import CommandLineKit
import RuntimeKit
import ScreenKit
import Synchronization

/// `watch`: what happens in all chats, or in one, until the user ends it.
extension OneShotCommand {
    /// Prints each change of messages and states from now on. Ends with the caller's task, after the request's time, when nothing reads the
    /// output any more, or when the login has ended.
    func watch(_ request: WatchRequest) async throws -> ExitCode {
        var chat: ChatID?
        if let name = request.chat {
            guard let known = try await knownChat(named: name) else { return .dataError }
            chat = known
        }
        let connection = await session.status.connection
        if connection.requests.reasonToLogIn != nil { return .unavailable }
        return try await withThrowingTaskGroup(of: ExitCode.self) { group in
            group.addTask { [chat] in try await printChanges(in: chat, since: connection) }
            group.addTask {
                _ = await printer.closed.takeAll()
                return .ok
            }
            if let milliseconds = request.milliseconds {
                group.addTask {
                    try await container.environment.clock.sleep(for: .milliseconds(milliseconds))
                    return .ok
                }
            }
            defer { group.cancelAll() }
            // A signal is how the user ends it.
            do { return try await group.next() ?? .ok } catch is CancellationError { return .ok }
        }
    }

    /// Returns `.unavailable` once the login has ended.
    private func printChanges(in chat: ChatID?, since connection: Connection) async throws -> ExitCode {
        let lines = Mutex(WatchLines(connection))
        try await session.followChanges(in: chat) { change in
            let (heading, event, isOver) = lines.withLock { lines in
                (lines.heading(for: change), lines.event(for: change, by: history), lines.isOver)
            }
            // Each line of JSON names its chat.
            if let heading { printer.write(help: ["", heading]) }
            if let event { printer.write(event) }
            return await passOn() && !isOver
        }
        return lines.withLock { $0.isOver } ? .unavailable : .ok
    }
}

/// The events that a watch prints.
struct WatchLines: Sendable {
    /// The chat of the last event.
    private var chat: ChatID?
    /// The problem of the connection that was printed last; nil for none.
    private var problem: String?
    /// Whether the login has ended, so that nothing more can come.
    private(set) var isOver = false

    /// - Parameter connection: the connection when the watch begins, whose problem has been printed.
    init(_ connection: Connection) { problem = connection.text }

    /// Returns the name of a change's chat, if the last event was one of another chat.
    mutating func heading(for change: WatchedChange) -> String? {
        switch change {
        case .message(_, let timeline, let chat), .unsent(_, let timeline, let chat), .state(let timeline, let chat):
            if chat == self.chat { return nil }
            self.chat = chat
            return TerminalText.name(timeline.contact.name)
        case .began, .connection, .lost: return nil
        }
    }

    /// Returns the event for a change; nil if it says nothing new.
    mutating func event(for change: WatchedChange, by history: HistoryPrinter) -> HostEvent? {
        switch change {
        case .began: return .watching
        case .message(let message, let timeline, let chat):
            return history.event(for: message, of: timeline, in: chat)
        case .unsent(let id, let timeline, let chat):
            return .unsent(.unsent(id, in: ChatName(timeline.contact.name, chat)))
        case .state(let timeline, let chat):
            let state = timeline.standing.state
            return .state(
                state.text ?? "You are in the chat",
                contact: ChatName(timeline.contact.name, chat),
                place: HostEvent.StateLine(state) ?? .joined
            )
        case .connection(let connection):
            isOver = connection.requests.reasonToLogIn != nil
            let old = problem
            problem = connection.text
            return problem == old ? nil : problem.map(HostEvent.problem)
        case .lost: return .problem("Nothing read the output for too long: events are missing here")
        }
    }
}
