import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Synchronization

@testable import ChatSession
@testable import ChatStore

/// A history and fakes for one duty, in virtual time. No duty runs unless the test begins it.
final class DutyWorld: Sendable {
    let tasks: VirtualTasks
    let service: ServiceFake
    let live: LiveFake
    let context: SessionContext
    let focus = FocusTracker()
    let typing: Typing
    let notifier: Notifier
    let inbox: Inbox
    let progress: TransferProgress

    init(
        holding log: [Message] = [],
        files: (any FileFolder)? = nil,
        script: (inout ServiceFake.Script) -> Void = { _ in }
    ) throws {
        let tasks = VirtualTasks()
        let environment = tasks.environment()
        self.tasks = tasks
        service = ServiceFake(environment: environment, now: { tasks.time })
        live = LiveFake(now: { tasks.time })
        service.hold(log)
        var initial = ServiceFake.Script()
        script(&initial)
        service.script = initial
        let database = try ChatDatabase(.memory)
        if let files { database.files = files }
        context = SessionContext(environment: environment, database: database, service: service)
        typing = Typing(context)
        notifier = Notifier(context.history, focus: focus)
        inbox = Inbox(context, focus: focus, typing: typing, notifier: notifier)
        progress = TransferProgress(context.history, clock: environment.clock)
    }

    deinit { tasks.stop() }

    var history: History { context.history }

    func run(for duration: Duration) { tasks.executor.run(for: duration) }

    /// Begins work that goes on until it ends or the world does.
    func begin(_ work: @escaping @Sendable () async -> Void) { tasks.begin(work) }

    @discardableResult
    func perform<Answer: Sendable>(_ work: @escaping @Sendable () async throws -> Answer) throws -> Answer {
        try tasks.perform(work)
    }

    /// Commits updates through the inbox.
    func receive(_ updates: ChatUpdate..., from source: UpdateSource = .response) throws {
        try perform { [inbox] in try await inbox.receive(updates, from: source) }
    }

    func messages(in chat: ChatHeader = ada) throws -> [ChatMessage] {
        try perform { [history] in
            try await history.read { try $0.timeline(of: chat.id, in: .newest(1000))?.messages ?? [] }
        }
    }

    /// The chats that are requested from `workers` from now on.
    func requests(of workers: ChatWorkers) -> Recorder<ChatID> {
        let recorder = Recorder<ChatID>()
        begin {
            await workers.run { chat, _ in
                recorder.record(chat)
                return nil
            }
        }
        return recorder
    }
}
