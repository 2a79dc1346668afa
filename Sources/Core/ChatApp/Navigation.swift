import ChatSession
import RuntimeKit
import ScreenKit

/// A stack of running screens.
///
/// Each screen is a child task of the one below it, so leaving a screen ends everything above it and all that it
/// started. Routers post a move and never wait; the screen on top takes it.
struct Navigation: Sendable {
    let environment: ChatEnvironment
    let session: Session
    let models: ScreenModels
    let interface: any AppInterface
    let moves: NavigationQueue

    /// Runs a screen until it is left, showing on top of it whatever is opened there. Returns where that leads.
    @discardableResult
    func show(_ screen: AppScreen, above below: [AppScreen]) async -> Destination {
        let stack = below + [screen]
        return await withTaskGroup(of: Void.self) { group in
            let module = assemble(screen, ScreenNavigation(depth: stack.count, moves: moves))
            let rendered = await interface.view(for: module)
            await present(stack)
            group.addTask { await rendered.run() }
            defer {
                // However long its view still draws, it is no longer looked at, and what comes into sight is not yet.
                session.setTopChat(nil)
                group.cancelAll()
            }
            while let move = await moves.next() {
                guard var destination = move.destination(on: stack) else { continue }
                while destination.depth == stack.count, let next = destination.next {
                    destination = await show(next, above: stack)
                }
                if destination.depth < stack.count { return destination }
                if Task.isCancelled { break }
                await present(stack)
            }
            return Destination(depth: below.count)
        }
    }

    /// The session is told before the interface: what comes from now on is seen there.
    private func present(_ stack: [AppScreen]) async {
        moves.setTop(depth: stack.count)
        session.setTopChat(stack.last?.chat)
        await interface.show(stack)
    }
}
