import BehaviourSuite
import Chat
import ChatApp
import ChatTypes
import ScreenKit

/// The user mutes or unmutes the chat. It must change, or the app must say why not.
struct PersonMutes: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let isMuted = pane.state?.isMuted else { return }
        let chat = pane.id
        person.evidence.noteMuting(chat)
        await pane.module.perform(.setMuted(!isMuted))
        guard let now = person.shown(of: pane) else { return }
        let isTold = now.problem != pane.state?.problem
        let isDone = now.isMuted != isMuted
        person.evidence.check(.modelAlone, isDone || isTold, "\(chat) is muted: \(now.isMuted), as before")
        if isDone { person.evidence.noteMuted(!isMuted, chat) }
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let state = screen.chat, let chat else { return }
        person.evidence.noteMuting(chat)
        await person.perform(.mute(!state.isMuted))
        let told = await person.see { screen in
            guard let chat = screen.chat else { return true }
            return chat.isMuted != state.isMuted || chat.problem != nil
        }
        person.check(.modelAlone, told != nil, "\(chat) is muted: \(state.isMuted), as before")
        // A switch moves at once. Only after the disk has answered is it certain to stay.
        await person.wait(.seconds(1))
        guard !person.userView.isClosed, let now = await person.userView.current().screen.chat else { return }
        if now.isMuted != state.isMuted { person.evidence.noteMuted(now.isMuted, chat) }
    }
}
