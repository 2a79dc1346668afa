import ChatTypes
import RuntimeKit
import ScreenKit
import Synchronization

/// A change of the navigation stack.
enum NavigationRequest: Sendable {
    case push(AppScreen)
    case replace(AppScreen)
    case pop

    /// Returns the request of a screen that knows only its own account.
    func of(_ account: AccountName?) -> NavigationRequest {
        switch self {
        case .push(let screen): .push(screen.of(account))
        case .replace(let screen): .replace(screen.of(account))
        case .pop: .pop
        }
    }

    /// Returns where the request leads from the screen on top of `stack`, or `nil` if it changes nothing.
    ///
    /// The list is always there: a screen that would replace it goes above it. A screen that replaces one about a chat replaces that
    /// chat, too. A chat that is on the stack is returned to, because what is typed there has one field; to show another of its
    /// messages, the chat is replaced where it is. A verification is shown once, and replaced with the screen below it.
    func destination(on stack: [AppScreen]) -> Destination? {
        let destination =
            switch self {
            case .push(let next): known(next, on: stack) ?? Destination(depth: stack.count, next: next)
            case .replace(let next):
                known(next, on: stack) ?? Destination(depth: max(1, depthBelowTop(of: stack)), next: next)
            case .pop: Destination(depth: max(1, stack.count - 1))
            }
        return destination == Destination(depth: stack.count) ? nil : destination
    }

    /// Returns how many screens stay when the one on top is replaced.
    private func depthBelowTop(of stack: [AppScreen]) -> Int {
        var below = stack.dropLast()
        if stack.last == .verification { return depthBelowTop(of: Array(below)) }
        if let subject = stack.last?.subject {
            // The list of a chat's threads may be between one of them and the chat.
            while below.last?.subject == subject { below.removeLast() }
            if below.last?.chat == subject { below.removeLast() }
        }
        return below.count
    }

    /// Returns where a chat or the verification is on the stack, or `nil` if it is not there.
    private func known(_ screen: AppScreen, on stack: [AppScreen]) -> Destination? {
        if screen == .verification { return stack.firstIndex(of: screen).map { Destination(depth: $0 + 1) } }
        guard let chat = screen.chat, let index = stack.firstIndex(where: { $0.chat == chat }) else { return nil }
        return screen == .chat(chat) ? Destination(depth: index + 1) : Destination(depth: index, next: screen)
    }
}

/// The result of a navigation request: some screens stay, and another one may be shown above them.
struct Destination: Equatable, Sendable {
    /// How many screens stay.
    let depth: Int
    var next: AppScreen?
}

/// The navigation requests that wait for the screen on top, in the order in which they were posted.
///
/// Requests from outside all screens are never lost: a command that comes before the first screen, or while screens change, waits for the
/// next one on top. A screen's own requests count only while it is on top: a double tap opens one screen.
final class NavigationQueue: Sendable {
    private struct State {
        var waiting: [(request: NavigationRequest, isFromOutside: Bool)] = []
        /// The depth of the screen on top. No other running screen has that depth: a screen that replaces another begins when
        /// that has ended.
        var depth = 0
    }

    private let state = Mutex(State())
    private let changes = CoalescingQueue<Void>()

    /// Posts a request from outside all screens.
    func post(_ request: NavigationRequest) {
        state.withLock { $0.waiting.append((request, isFromOutside: true)) }
        changes.post(())
    }

    /// Posts a screen's own request, or drops it if that screen is not on top.
    func post(_ request: NavigationRequest, fromDepth depth: Int) {
        state.withLock { if $0.depth == depth { $0.waiting.append((request, isFromOutside: false)) } }
        changes.post(())
    }

    /// Sets which screen is on top, and drops what screens requested before.
    func setTop(depth: Int) {
        state.withLock { state in
            state.depth = depth
            state.waiting.removeAll { !$0.isFromOutside }
        }
    }

    /// Waits for a request and removes it. Returns `nil` when the caller's task is cancelled. For one reader at a time.
    func next() async -> NavigationRequest? {
        while !Task.isCancelled {
            if let first = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
                return first.request
            }
            _ = await changes.takeAll()
        }
        return nil
    }
}

/// The navigation as one screen uses it.
struct ScreenNavigation: Sendable {
    let depth: Int
    /// The screen's account; `nil` in an app with one, and for the list, which names the account of each chat.
    let account: AccountName?
    let requests: NavigationQueue

    /// Returns a router that turns each route of the screen into a request.
    func router<Route: Sendable>(
        _ request: @escaping @Sendable (Route) -> NavigationRequest
    ) -> some Router<Route> {
        ScreenRouter(navigation: self, request: request)
    }
}

private struct ScreenRouter<Route: Sendable>: Router {
    let navigation: ScreenNavigation
    let request: @Sendable (Route) -> NavigationRequest

    func follow(_ route: Route) {
        let request = request(route)
        navigation.requests.post(
            navigation.account.map { request.of($0) } ?? request,
            fromDepth: navigation.depth
        )
    }
}
