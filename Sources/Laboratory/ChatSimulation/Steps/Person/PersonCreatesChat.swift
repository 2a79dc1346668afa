import ChatApp
import ChatList
import ChatTypes
import CreateChat
import DriverKit
import ScreenKit

/// The user opens the form, or creates a chat with one of the names in an open form.
struct PersonCreatesChat: PersonStep {
    let name: Int

    private var text: String { OddTexts.name(name) }

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        switch shown.stack.last {
        case .chatList: await person.openForm(from: shown.list?.module)
        case .createChat:
            // Together with contacts added before, the new chat is another group.
            if shown.form?.state?.added.isEmpty == false { person.evidence.with { $0.groupCount += 1 } }
            shown.form?.module.send(.type(String(text.prefix(2))))
            shown.form?.module.send(.type(text))
            await person.create(text, shown.form?.module)
        default: break
        }
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        if screen.list != nil { await person.perform(.newChat) }
        // Skips a form that is still creating a chat.
        guard screen.form?.isBusy == false else { return }
        await person.perform(.type(String(text.prefix(2))))
        await person.perform(.type(text))
        await create(person)
    }

    /// Creates a chat, and checks that the app opens it or says why not.
    private func create(_ person: PhonePerson) async {
        person.userView.enterAnyChat()
        await person.perform(.create)
        await person.wait(.milliseconds(100))
        // The app tries for a minute, and the last attempt needs time for an answer.
        let end = await person.see(within: .seconds(75)) { screen in
            screen.chat != nil || screen.form.map { !$0.isBusy && ($0.problem != nil || $0.message != nil) } ?? false
        }
        if end?.form != nil { person.userView.leaveChat() }
        person.check(.modelAlone, end != nil, "creating a chat with \(text) led nowhere")
    }
}

/// The user types one of the names into the form.
struct PersonTypesName: PersonStep {
    let name: Int

    private var text: String { OddTexts.name(name) }

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard shown.stack.last == .createChat else { return }
        await shown.form?.module.perform(.type(text))
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        if screen.form != nil { await person.perform(.type(text)) }
    }
}
