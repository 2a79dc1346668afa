import BehaviourSuite
import Synchronization
import Transport

/// Where a person looks who has no other knowledge of an app than its screen.
///
/// A version does not say when it draws, so this is at least what may be seen: a chat is looked at from before it is
/// tapped until it has been left.
final class Gaze: Sight {
    private enum Place {
        case elsewhere
        /// A chat is being made: it comes on top when it likes.
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

    func look(through driver: any AppDriver) {
        state.withLock { $0.driver = driver }
    }

    /// The app is gone: nothing is seen any more, and what a person is about leads to nothing.
    func close() {
        state.withLock { $0.driver = nil }
    }

    var isClosed: Bool { state.withLock { $0.driver == nil } }

    /// False while the person is still about something.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
    }

    func end() {
        state.withLock { $0.isBusy = false }
    }

    func turn(to chat: ChatID) {
        state.withLock { $0.place = .chat(chat) }
        noteLook()
    }

    func turnAnywhere() {
        state.withLock { $0.place = .anywhere }
    }

    func turnAway() {
        state.withLock { $0.place = .elsewhere }
    }

    func setFocus(_ isFocused: Bool) {
        state.withLock { $0.isFocused = isFocused }
        noteLook()
    }

    func isLookedAt(_ chat: ChatID) -> Bool { isInSight(chat) }

    func isInSight(_ chat: ChatID) -> Bool {
        state.withLock { state in
            guard state.isFocused else { return false }
            return switch state.place {
            case .elsewhere: false
            case .anywhere: true
            case .chat(let top): top == chat
            }
        }
    }

    func look() async {
        _ = await lookClosely()
    }

    /// What is shown, and of which chat it is.
    func lookClosely() async -> (screen: Screen, chat: ChatID?) {
        guard let driver = state.withLock(\.driver) else { return (Screen(), nil) }
        let screen = await driver.screen
        // No two chats have one name.
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

    func noteHanded(_ messages: [MessageID], of chat: ChatID) {
        world.evidence.with { $0.handed[chat, default: []].formUnion(messages) }
        if isInSight(chat) { world.evidence.noteSeen(messages, at: world.time) }
    }

    /// What has come to the chat so far may be on screen.
    private func noteLook() {
        guard case (.chat(let chat), true) = state.withLock({ ($0.place, $0.isFocused) }) else { return }
        world.evidence.noteLook(at: chat, time: world.time)
        world.evidence.noteSeen(world.evidence.with { $0.handed[chat, default: []] }, at: world.time)
    }
}
