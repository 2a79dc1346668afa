import ChatApp
import SimulationKit
import Synchronization
import Transport

/// Keeps a socket open after the screen that asked for it has gone.
final class LingeringSockets: SocketSource {
    private let inner: SeverableTransport
    private let executor: SimulationExecutor

    init(inner: SeverableTransport, executor: SimulationExecutor) {
        (self.inner, self.executor) = (inner, executor)
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        Task(executorPreference: executor) { [inner] in try await inner.connect(to: chat) { _ in } }
        try await inner.connect(to: chat, body)
    }
}

/// Takes every other connection that is refused for one that stood.
final class FlappingPushes: PushSource {
    private let inner: SeverableTransport
    private let refusals = Mutex(0)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        do { try await inner.receive(body) } catch let error as ServiceError where !error.isTemporary {
            let count = refusals.withLock { count in
                count += 1
                return count
            }
            if count.isMultiple(of: 2) { await body(.opened) }
            throw error
        }
    }
}

/// Sleeps on when a connection has ended, whatever becomes of the server.
final class SleepyPushes: PushSource {
    private let inner: SeverableTransport
    private let executor: SimulationExecutor

    init(inner: SeverableTransport, executor: SimulationExecutor) {
        (self.inner, self.executor) = (inner, executor)
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        do { try await inner.receive(body) } catch {
            try await executor.clock.sleep(for: .seconds(25))
            throw error
        }
    }
}

/// Tells the person of a message before it is stored.
final class HastyPushes: PushSource {
    private let inner: SeverableTransport
    private let interface: InterfaceSpy

    init(inner: SeverableTransport, interface: InterfaceSpy) {
        (self.inner, self.interface) = (inner, interface)
        interface.passOverRepeats()
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await inner.receive { [interface] event in
            if case .updates(let updates) = event {
                for update in updates where !interface.isLookedAt(update.chat.id) {
                    for message in update.messages where message.author != .me {
                        let name = update.chat.contact.name
                        let text = previewText(of: message.text, imageCount: message.imageCount)
                        interface.notify(
                            AppNotification(id: message.id, chat: update.chat.id, title: name, text: text)
                        )
                    }
                }
            }
            await body(event)
        }
    }
}

/// Tells of everyone who was ever said to type again and again.
final class EndlessTyping: PushSource {
    private let inner: SeverableTransport
    private let executor: SimulationExecutor
    private let notices = Mutex<Set<LiveEvent>>([])

    init(inner: SeverableTransport, executor: SimulationExecutor) {
        (self.inner, self.executor) = (inner, executor)
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await withoutActuallyEscaping(body) { body in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.inner.receive { await self.note($0, body) } }
                group.addTask { try await self.repeatNotices(body) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    private func note(_ event: LiveEvent, _ body: @Sendable (LiveEvent) async -> Void) async {
        if case .typing(true, _, _) = event { notices.withLock { _ = $0.insert(event) } }
        await body(event)
    }

    private func repeatNotices(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        while true {
            try await executor.clock.sleep(for: .seconds(3))
            for notice in notices.withLock({ $0 }) { await body(notice) }
        }
    }
}
