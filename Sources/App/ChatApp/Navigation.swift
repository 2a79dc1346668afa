import RuntimeKit
import ScreenKit

/// A stack of running screens.
///
/// Each screen is a child task of the one below it: leaving a screen ends everything above it, and all that it started. Routers
/// post a request and never wait; the screen on top handles it.
struct Navigation: Sendable {
    let environment: ChatEnvironment
    let accounts: AppAccounts
    let interface: any AppInterface
    let requests: NavigationQueue

    /// Runs a screen until it is left, and shows above it whatever is opened there. Returns where that leads.
    @discardableResult
    func show(_ screen: AppScreen, above below: [AppScreen]) async -> Destination {
        let stack = below + [screen]
        return await withTaskGroup(of: Void.self) { group in
            let module = module(of: screen, atDepth: stack.count)
            let rendered = await interface.view(for: module)
            await present(stack)
            group.addTask { await rendered.run() }
            defer {
                // The user no longer looks at this screen, however long its view still draws, and not yet at the next one.
                accounts.setTopScreen(nil)
                group.cancelAll()
            }
            while let request = await requests.next() {
                guard var destination = request.destination(on: stack) else { continue }
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

    /// Tells the session before the interface: a message that arrives between the two is seen on the new screen.
    private func present(_ stack: [AppScreen]) async {
        requests.setTop(depth: stack.count)
        accounts.setTopScreen(stack.last)
        await interface.show(stack)
    }
}
