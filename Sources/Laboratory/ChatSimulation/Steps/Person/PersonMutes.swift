import Chat
import ChatApp
import ChatTypes
import DriverKit
import ScreenKit

/// The user chooses what of the chat notifies, by turns: nothing, mentions, everything. It must change, or the app must say why not.
struct PersonMutes: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let mode = pane.state?.notifications else { return }
        let chat = pane.id
        person.evidence.noteModeChange(chat)
        await pane.module.perform(.setNotifications(mode.next))
        guard let now = person.shown(of: pane) else { return }
        let isTold = now.problem != pane.state?.problem
        let isDone = now.notifications != mode
        person.evidence.check(.modelAlone, isDone || isTold, "\(chat) notifies of \(now.notifications), as before")
        if isDone { person.evidence.noteMode(mode.next, chat) }
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let state = screen.chat, let chat else { return }
        person.evidence.noteModeChange(chat)
        await person.perform(.mute(!state.isMuted))
        let told = await person.see { screen in
            guard let chat = screen.chat else { return true }
            return chat.isMuted != state.isMuted || chat.problem != nil
        }
        person.check(.modelAlone, told != nil, "\(chat) is muted: \(state.isMuted), as before")
        // A switch moves at once. Only after the disk has answered is it certain to stay.
        await person.wait(.seconds(1))
        guard !person.userView.isClosed, let now = await person.userView.current().screen.chat else { return }
        if now.isMuted != state.isMuted { person.evidence.noteMode(now.isMuted ? .muted : .all, chat) }
    }
}

extension NotificationMode {
    /// The mode that comes next in turn.
    var next: Self {
        switch self {
        case .all: .muted
        case .muted: .mentions
        case .mentions: .all
        }
    }
}
