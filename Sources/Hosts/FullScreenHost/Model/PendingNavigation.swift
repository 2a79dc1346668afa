import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import HostKit
import Verification

/// The screen that is being opened, the input typed for it meanwhile, and effects that wait until a screen is shown.
struct PendingNavigation: Sendable {
    private var target: AppScreen?
    private var heldEvents: [TerminalEvent] = []
    private var followUps: [(screen: ScreenName, effects: [ModelEffect])] = []

    /// Opens a chat, at a message if one is given.
    mutating func open(_ chat: ChatID, at message: MessageID?) -> [ModelEffect] {
        begin(.chat(chat, at: message))
        return [.openChat(chat, at: message)]
    }

    /// Opens a chat at the message that a panel about it leads to. Waits for no chat if the message is not here.
    mutating func open(_ chat: ChatID, at goal: MessageGoal) -> [ModelEffect] {
        if goal.isHere { begin(.chat(chat, at: goal.message)) }
        return [goal.effect]
    }

    /// Opens the form for a new chat; with names, creates a chat or a group with them.
    ///
    /// A form that is already open is closed first: it holds other names.
    mutating func openForm(with names: [String], isPlain: Bool = false, from stack: [AppScreen]) -> [ModelEffect] {
        begin(.createChat)
        let effects = goToList(from: stack, then: [.list(.createChat)])
        followUps.append(
            (.createChat, CommandEffect.actions(toCreateChatWith: names, isPlain: isPlain).map { .form($0) })
        )
        return effects
    }

    /// Answers the verification once it is shown.
    mutating func answerVerification(with action: VerificationAction) {
        followUps = [(.verification, [VerificationPanel.effect(action)])]
    }

    /// Leaves all screens above the list, one after the other, and performs effects there.
    mutating func goToList(from stack: [AppScreen], then effects: [ModelEffect]) -> [ModelEffect] {
        let above = stack.dropFirst().reversed()
        guard let top = above.first else {
            followUps = []
            return effects
        }
        followUps = above.dropFirst().map { ($0.name, Self.leave($0)) } + [(.chatList, effects)]
        return Self.leave(top)
    }

    /// Returns the effects that leave a screen; none for the list.
    static func leave(_ screen: AppScreen) -> [ModelEffect] {
        switch screen.name.kind {
        case .list: []
        case .form: [.form(.leave)]
        case .chat: [.chat(.leave)]
        case .panel(let panel): [panel.leaving]
        }
    }

    /// Returns the effects that waited for this screen. If another one was expected, forgets them all.
    mutating func show(_ screen: AppScreen) -> [ModelEffect] {
        guard let next = followUps.first, next.screen == screen.name else {
            followUps = []
            if target == .createChat { cancel() }
            return []
        }
        followUps.removeFirst()
        return next.effects
    }

    /// Holds input for the screen that is being opened; Ctrl-C drops it and stops waiting.
    ///
    /// - Parameter action: the meaning of a key on the screen that is still shown. Redrawing and suspending do not wait.
    /// - Returns: false for events that are to be handled at once.
    mutating func hold(_ event: TerminalEvent, meaning action: KeyAction?) -> Bool {
        guard target != nil else { return false }
        switch event {
        case .key(.control("c")): cancel()
        case .key where action == .redraw || action == .suspend: return false
        case .key, .paste, .pasteTooLong, .mouse: heldEvents.append(event)
        case .focus, .mode, .background, .attributes, .kittyGraphics, .placeholders: return false
        }
        return true
    }

    /// Returns the held input once the screen that was opened is shown, to be handled event by event.
    ///
    /// If the chat has a draft, Enter is left out: the user has not seen yet what would be sent.
    mutating func takeHeld(on screen: AppScreen, _ chat: ChatPanel?) -> [TerminalEvent] {
        guard let target, isShown(target, on: screen, chat) else { return [] }
        defer { cancel() }
        let hasDraft = target.chat != nil && chat?.state?.draft.isEmpty == false
        return hasDraft ? heldEvents.filter { $0 != .key(Key(.enter)) } : heldEvents
    }

    private func isShown(_ target: AppScreen, on screen: AppScreen, _ chat: ChatPanel?) -> Bool {
        // A form may be open that is still to be closed.
        if target == .createChat { return screen == target && followUps.isEmpty }
        guard chat?.chat == target.chat, chat?.state != nil else { return false }
        // A message of a thread is shown there.
        if case .thread(_, let chat, let message?) = screen { return target == .chat(chat, at: message) }
        guard screen.chat == target.chat else { return false }
        // A chat that was open already may show any of its messages.
        return screen == target || target == target.chat.map { .chat($0) }
    }

    private mutating func begin(_ screen: AppScreen) { (target, heldEvents) = (screen, []) }

    private mutating func cancel() { (target, heldEvents) = (nil, []) }
}
