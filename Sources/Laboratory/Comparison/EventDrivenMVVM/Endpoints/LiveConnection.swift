import OneThread
import Transport

/// A connection that routes what it brings, and is made again whenever it drops, until it is closed.
final class LiveConnection {
    typealias Connect = @Sendable (_ body: @escaping @Sendable (LiveEvent) async -> Void) async throws -> Void

    private enum Signal: Sendable {
        case event(LiveEvent)
        case dropped(any Error)
    }

    private let queue: MainQueue
    private let environment: ChatEnvironment
    private let routers: Routers
    private let connect: Connect
    private var delay: RetryDelay
    private var work: Work?

    init(queue: MainQueue, environment: ChatEnvironment, routers: Routers, connect: @escaping Connect) {
        self.queue = queue
        self.environment = environment
        self.routers = routers
        self.connect = connect
        delay = RetryDelay(random: environment.random)
    }

    func open() {
        work = queue.start(
            { [connect] (post: @escaping @Sendable (Signal) async -> Void) in
                do {
                    try await connect { await post(.event($0)) }
                    await post(.dropped(ServiceError.unreachable))
                } catch {
                    await post(.dropped(error))
                }
            },
            receive: { [weak self] in self?.receive($0) }
        )
    }

    func close() {
        work?.cancel()
    }

    private func receive(_ signal: Signal) {
        switch signal {
        case .event(.opened):
            delay.reset()
            routers.chat.route(.connectionOpened)
        case .event(.updates(let updates)):
            routers.message.route(.received(updates))
        case .event(.typing):
            break
        case .dropped(let error):
            routers.chat.route(.connectionDropped)
            work = queue.after(delay.next(after: error), on: environment.clock) { [weak self] in self?.open() }
        }
    }
}
