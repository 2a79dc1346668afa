import ChatSession
import ScreenKit
import Synchronization
import Transport

/// A stack of running screens.
///
/// Each screen is a child task of the one below it, so leaving a screen ends everything above it and all that it
/// started. Routers post to their screen's mailbox and never wait.
struct Navigation: Sendable {
    /// How a screen was left.
    enum Departure {
        case left
        case replaced(by: AppScreen)
    }

    let environment: ChatEnvironment
    let session: Session
    let models: ScreenModels
    let interface: any AppInterface
    /// Of the screen on top.
    let top: TopMoves

    /// Runs a screen until it is left, showing on top of it whatever it opens.
    @discardableResult
    func show(_ screen: AppScreen, above below: [AppScreen]) async -> Departure {
        let stack = below + [screen]
        let moves = Mailbox<Move>()
        return await withTaskGroup(of: Void.self) { group in
            let module = assemble(screen, moves)
            let rendered = await interface.view(for: module)
            top.set(moves)
            await present(stack)
            group.addTask { await rendered.run() }
            defer {
                // It is no longer looked at, however long its view still draws.
                session.setTopChat(below.last?.chat)
                group.cancelAll()
            }
            while let move = await moves.takeAll().first {
                switch move.on(screen) {
                case nil:
                    break
                case .push(var next):
                    while case .replaced(let other) = await show(next, above: stack) {
                        // What takes the place of a chat's details takes the chat's own.
                        if case .details = next { return .replaced(by: other) }
                        next = other
                    }
                    // A screen that was covered has no say: what was tapped twice does not open twice.
                    moves.takeWaiting()
                    if Task.isCancelled { return .left }
                    top.set(moves)
                    await present(stack)
                case .replace(let other):
                    return .replaced(by: other)
                case .pop:
                    return .left
                }
            }
            return .left
        }
    }

    /// The session is told before the interface: what comes from now on is seen there.
    private func present(_ stack: [AppScreen]) async {
        session.setTopChat(stack.last?.chat)
        await interface.show(stack)
    }
}

/// Where moves go that come from outside of all screens: to the one on top.
final class TopMoves: Sendable {
    private let moves = Mutex<Mailbox<Move>?>(nil)

    func set(_ mailbox: Mailbox<Move>) { moves.withLock { $0 = mailbox } }

    func post(_ move: Move) { moves.withLock { $0 }?.post(move) }
}
