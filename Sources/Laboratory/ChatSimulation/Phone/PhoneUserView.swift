import ChatTypes
import DriverKit
import SimulatedServer
import Synchronization
import Transport

/// The view of a user who knows only an app's screen.
///
/// An architecture does not report when it draws, so this errs towards visibility: a chat counts as looked at from
/// before it is tapped until after it is left.
final class PhoneUserView: UserView {
    private enum Place {
        case elsewhere
        /// A chat is being created and may appear at any moment.
        case anywhere
        case chat(ChatID)
    }

    private struct State {
        var place = Place.elsewhere
        var isFocused = true
        var driver: (any AppDriver)?
        var isBusy = false
    }

    private let world: SimulatedWorld
    private let state = Mutex(State())

    init(world: SimulatedWorld) {
        self.world = world
    }

    /// Records that the user now looks at the app of a driver.
    func open(_ driver: any AppDriver) {
        state.withLock { $0.driver = driver }
    }

    /// Records that the app is gone: nothing is visible, and steps in progress have no effect.
    func close() {
        state.withLock { $0.driver = nil }
    }

    var isClosed: Bool { state.withLock { $0.driver == nil } }

    /// Begins a step. Returns `false` if another step is still in progress.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
    }

    func end() {
        state.withLock { $0.isBusy = false }
    }

    func enter(_ chat: ChatID) {
        state.withLock { $0.place = .chat(chat) }
        noteLook()
    }

    func enterAnyChat() {
        state.withLock { $0.place = .anywhere }
    }

    func leaveChat() {
        state.withLock { $0.place = .elsewhere }
    }

    func setFocus(_ isFocused: Bool) {
        state.withLock { $0.isFocused = isFocused }
        noteLook()
    }

    func isLookedAt(_ chat: ChatID) -> Bool { isVisible(chat, thread: nil) }

    func isVisible(_ chat: ChatID, thread: MessageID?) -> Bool {
        state.withLock { state in
            guard state.isFocused else { return false }
            return switch state.place {
            case .elsewhere: false
            case .anywhere: true
            case .chat(let top): top == chat
            }
        }
    }

    func refresh() async {
        _ = await current()
    }

    /// Returns the screen, and the chat that it shows.
    func current() async -> (screen: Screen, chat: ChatID?) {
        guard let driver = state.withLock(\.driver) else { return (Screen(), nil) }
        let screen = await driver.screen
        // Chat names are unique.
        let chats = await world.server.chats
        let chat = screen.chat.flatMap { chat in chats.first { $0.contact.name == chat.title }?.id }
        let isNew = state.withLock { state in
            guard let chat else { return false }
            if case .chat = state.place { return false }
            state.place = .chat(chat)
            return true
        }
        if isNew { noteLook() }
        return (screen, chat)
    }

    func noteDelivered(_ messages: [MessageID], of chat: ChatID) {
        world.evidence.with { $0.delivered[chat, default: []].formUnion(messages) }
        if isVisible(chat, thread: nil) { world.evidence.noteSeen(messages, at: world.time) }
    }

    /// Records every message received for the chat as seen, since it may be on screen.
    private func noteLook() {
        guard case (.chat(let chat), true) = state.withLock({ ($0.place, $0.isFocused) }) else { return }
        world.evidence.noteLook(at: chat, time: world.time)
        world.evidence.noteSeen(world.evidence.with { $0.delivered[chat, default: []] }, at: world.time)
    }
}
