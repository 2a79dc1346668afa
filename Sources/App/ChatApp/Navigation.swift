import ChatSession
import ChatTypes
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
    ///
    /// A message of a thread is shown in its thread, above the chat, which is not on top before that.
    @discardableResult
    func show(_ opened: AppScreen, above below: [AppScreen]) async -> Destination {
        let (screen, thread) = await screens(for: opened)
        let stack = below + [screen]
        return await withTaskGroup(of: Void.self) { group in
            let module = module(of: screen, atDepth: stack.count)
            let rendered = await interface.view(for: module)
            if thread == nil { await present(stack) }
            group.addTask { await rendered.run() }
            defer {
                // The user no longer looks at this screen, however long its view still draws, and not yet at the next one.
                accounts.setTopScreen(nil)
                group.cancelAll()
            }
            var requested = thread.map { Destination(depth: stack.count, next: $0) }
            while true {
                if var destination = requested {
                    while destination.depth == stack.count, let next = destination.next {
                        destination = await show(next, above: stack)
                    }
                    if destination.depth < stack.count { return destination }
                    if Task.isCancelled { break }
                    await present(stack)
                }
                guard let request = await requests.next() else { break }
                requested = request.destination(on: stack)
            }
            return Destination(depth: below.count)
        }
    }

    /// Returns the screen that shows what is requested, and the thread to open above it: a chat at a message of a thread stands at the
    /// thread's root.
    private func screens(for screen: AppScreen) async -> (screen: AppScreen, thread: AppScreen?) {
        guard case .chat(let chat, let message?) = screen,
            let root = await accounts.account(on: screen).session.thread(of: message, in: chat.of(nil))
        else { return (screen, nil) }
        return (.chat(chat, at: root), .thread(root, of: chat, at: message))
    }

    /// Tells the session before the interface: a message that arrives between the two is seen on the new screen.
    private func present(_ stack: [AppScreen]) async {
        requests.setTop(depth: stack.count)
        accounts.setTopScreen(stack.last)
        await interface.show(stack)
    }
}
