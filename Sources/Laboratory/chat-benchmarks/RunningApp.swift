import Chat
import ChatApp
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import CreateChat
import Foundation
import RuntimeKit
import ScreenKit
import SimulationKit
import Synchronization
import Transport

/// The whole app on a history, with access to its rendered states.
final class RunningApp: AppInterface {
    let server: ServerFake
    let application: Application
    private let list = Rendered<ChatListViewState>()
    private let chat = Rendered<ChatViewState>()
    private let modules = Mutex<(list: ChatListModule?, chat: ChatModule?)>((nil, nil))

    convenience init(history: URL) throws {
        let server = ServerFake()
        try self.init(history: history, fake: server, over: server, Self.environment)
    }

    /// - Parameter fake: The source of pushed updates, if it is the server.
    init(
        history: URL,
        fake: ServerFake = ServerFake(),
        over server: any ChatService & PushSource & SocketSource,
        _ environment: ChatEnvironment
    ) throws {
        self.server = fake
        application = Application(
            environment: environment,
            database: try HistoryFile(history).open(at: environment.now()).database,
            service: server,
            pushes: server,
            sockets: server
        )
    }

    static var environment: ChatEnvironment {
        ChatEnvironment(
            clock: ContinuousClock(),
            now: { Date(timeIntervalSince1970: 1_647_000_000) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: 1))
        )
    }

    /// The machine's own clock, time and randomness, for a real server.
    static var liveEnvironment: ChatEnvironment {
        ChatEnvironment(
            clock: ContinuousClock(),
            now: { Date() },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SystemRandomNumberGenerator())
        )
    }

    /// Runs the app until `body` returns.
    func run<Result: Sendable>(_ body: @escaping @Sendable (RunningApp) async throws -> Result) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                await self.application.run(on: self)
                return nil
            }
            group.addTask { try await body(self) }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let ended { return ended }
            }
            throw CancellationError()
        }
    }

    /// Waits until a rendered list satisfies `condition`.
    func untilList(_ condition: @escaping @Sendable (ChatListViewState) -> Bool) async {
        await list.wait(condition)
    }

    func untilChat(_ condition: @escaping @Sendable (ChatViewState) -> Bool) async {
        await chat.wait(condition)
    }

    func open(_ id: ChatID) async {
        modules.withLock { $0.list }?.send(.open(ChatSummary.ID(chat: id)))
        await untilChat { _ in true }
    }

    /// Performs an action in the open chat, and returns when it is done.
    func perform(_ action: ChatAction) async {
        await modules.withLock { $0.chat }?.perform(action)
    }

    var statementCount: Int {
        get async { await application.session.statementCount }
    }

    var rowBuildCount: Int {
        let (list, chat) = modules.withLock { $0 }
        return (list?.rowBuildCount ?? 0) + (chat?.rowBuildCount ?? 0)
    }

    var renderCount: Int { list.count + chat.count }

    func view(for module: AppModule) -> RenderedScreen {
        switch module {
        case .chatList(let module):
            modules.withLock { $0.list = module }
            return module.rendered { [list] in list.note($0) }
        case .chat(let module, _):
            modules.withLock { $0.chat = module }
            return module.rendered { [chat] in chat.note($0) }
        default: return module.unseen
        }
    }

    func show(_ stack: [AppScreen]) {}
    func show(badge: Int) {}
    func notify(_ notification: AppNotification) {}
}

/// The last state of a screen, and the task that waits for a certain state.
private final class Rendered<State: Sendable>: Sendable {
    private struct Waiting {
        let condition: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex<(last: State?, count: Int, waiting: Waiting?)>((nil, 0, nil))

    var count: Int { state.withLock { $0.count } }

    func note(_ new: State) {
        state.withLock { state -> CheckedContinuation<Void, Never>? in
            (state.last, state.count) = (new, state.count + 1)
            guard let waiting = state.waiting, waiting.condition(new) else { return nil }
            state.waiting = nil
            return waiting.continuation
        }?.resume()
    }

    func wait(_ condition: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if let last = state.last, condition(last) { return true }
                state.waiting = Waiting(condition: condition, continuation: continuation)
                return false
            }
            if isMet { continuation.resume() }
        }
    }
}
