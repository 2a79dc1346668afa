public import ChatSession
import ChatStore
public import Foundation
import OneThread
public import PhoneKit
import RuntimeKit
import ScreenTesting
public import SimulatedServer
import SimulationKit
import Transport

/// A phone in virtual time with one subject under test: an app, a controller, or a part of a controller.
///
/// The session is a real one with a history in memory. The simulated server has one chat, John's with one message,
/// and its contacts do nothing by themselves. The time is noon on 2022-03-11 in UTC, and passes only in `run(for:)`.
/// Use the phone from one thread; it shuts down when it is released.
public final class TestPhone<Subject> {
    /// The session shared by everything on the phone.
    public let session: Session
    /// The server at the other end of the phone's network. Calls to it take no time.
    public let server: SimulatedChatServer
    /// The phone's network, whose conditions can be changed at any time.
    public let network: SimulatedConnection
    private let wallClock: WallClockFake
    private let executor: SimulationExecutor
    private let thread: MainThread<(subject: Subject, window: Window)>
    private let life: Task<Void, Never>

    fileprivate init(launch: @Sendable (AppContext) -> Subject) throws {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let wallClock = WallClockFake()
        self.wallClock = wallClock
        let environment = ChatEnvironment.test(on: executor, from: wallClock)
        server = try SimulatedChatServer(environment: .test(on: executor, seed: 2))
        network = SimulatedConnection(server: server, environment: .test(on: executor, seed: 3), conditions: .perfect)
        let session = Session(
            environment: environment,
            database: try ChatDatabase(.memory),
            service: network,
            pushes: network,
            sockets: network
        )
        self.session = session
        let thread = MainThread { queue in
            let window = Window()
            let context = AppContext(
                window: window,
                session: session,
                environment: environment,
                queue: queue
            )
            return (subject: launch(context), window: window)
        }
        (self.executor, self.thread) = (executor, thread)
        life = Task(executorPreference: executor) { await thread.run() }
    }

    /// Puts a subject that is no app on the phone, beside a running session, and runs for a second.
    public convenience init(_ make: @Sendable (AppContext) -> Subject) throws {
        try self.init(
            launch: { context in
                context.queue.run { [session = context.session] in await session.run() }
                return make(context)
            }
        )
        run()
    }

    deinit {
        life.cancel()
        executor.run(for: .seconds(1))
    }

    /// Lets virtual time pass.
    public func run(for duration: Duration = .seconds(1)) {
        executor.run(for: duration)
    }

    /// Changes the phone's clock without notifying the app. The server's clock is unchanged.
    public func setClock(by difference: TimeInterval) {
        wallClock.date += difference
    }

    /// Calls `body` with the subject on its own thread. Throws the error of `body`.
    @discardableResult
    public func perform<Answer: Sendable>(
        _ body: @escaping @Sendable (Subject, Window) throws -> Answer
    ) throws -> Answer {
        try result { [thread] in try await thread.perform { try body($0.subject, $0.window) } }
    }

    /// Calls `body` with the top view of the stack. Throws `TestPhoneError.otherView`, or the error of `body`.
    @discardableResult
    public func on<V: View, Answer: Sendable>(
        _ view: V.Type,
        _ body: @escaping @Sendable (V) throws -> Answer
    ) throws -> Answer {
        try perform { _, window in
            let top = window.navigation.topViewController?.view
            guard let view = top as? V else {
                throw TestPhoneError.otherView("\(top.map { "\(type(of: $0))" } ?? "none")")
            }
            return try body(view)
        }
    }

    /// Returns the result of an operation on an actor that takes no time, such as the server.
    ///
    /// Throws `TestPhoneError.tookTime`, or the error of `work`.
    @discardableResult
    public func result<Answer: Sendable>(of work: @escaping @Sendable () async throws -> Answer) throws -> Answer {
        let outcomes = Recorder<Result<Answer, any Error>>()
        Task(executorPreference: executor) {
            do { outcomes.record(.success(try await work())) } catch { outcomes.record(.failure(error)) }
        }
        executor.run(for: .zero)
        guard let outcome = outcomes.values.first else { throw TestPhoneError.tookTime }
        return try outcome.get()
    }
}

extension TestPhone where Subject == any PhoneApp {
    /// Starts the app of any architecture, and runs for a second.
    public convenience init(starting app: any PhoneApp.Type) throws {
        try self.init(
            launch: { context in
                let app = app.init(context)
                app.didFinishLaunching()
                return app
            }
        )
        run()
    }

    /// Uses the top view as the user does, and runs what is ready. Throws `TestPhoneError.otherView`.
    public func use<V: View>(_ view: V.Type, _ body: @escaping @Sendable (V) -> Void) throws {
        try on(view, body)
        run(for: .zero)
    }

    /// Opens a chat from the list, and runs for a second. Throws `TestPhoneError.otherView`.
    public func open(_ title: String) throws {
        try on(ChatListView.self) { list in list.table.tap { $0.title == title } }
        run()
    }

    /// Sends a text in the chat on screen, and runs for a second. Throws `TestPhoneError.otherView`.
    public func say(_ text: String) throws {
        try use(ChatView.self) { $0.field.type(text) }
        try use(ChatView.self) { $0.sendButton.tap() }
        run()
    }

    /// Leaves the screen, and runs for a second.
    public func goBack() throws {
        try perform { _, window in window.navigation.topViewController?.didTapBack() }
        run()
    }
}

/// The reason why a test cannot continue.
public enum TestPhoneError: Error {
    /// Another view is on top, of this type.
    case otherView(String)
    /// An operation expected to take no time has not ended.
    case tookTime
}
