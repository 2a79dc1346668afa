import BehaviourSuite
import ChatApp
import ChatList
import CreateChat
import ScreenKit
import Transport

/// Opens the form, or in the form creates a chat under one of the names.
struct PersonCreatesChat: PersonStep {
    let name: Int

    private var text: String { OddTexts.name(name) }

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        switch shown.stack.last {
        case .chatList: await person.openForm(from: shown.list?.module)
        case .createChat:
            // With those who were added before, it is another group.
            if shown.form?.state?.added.isEmpty == false { person.evidence.with { $0.groupCount += 1 } }
            shown.form?.module.send(.type(String(text.prefix(2))))
            shown.form?.module.send(.type(text))
            await person.create(text, shown.form?.module)
        default: break
        }
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        if screen.list != nil { await person.perform(.newChat) }
        // One that is being made is waited for.
        guard screen.form?.isBusy == false else { return }
        await person.perform(.type(String(text.prefix(2))))
        await person.perform(.type(text))
        await create(person)
    }

    /// Creating a chat leads into it, or the person is told why not.
    private func create(_ person: PhonePerson) async {
        person.gaze.turnAnywhere()
        await person.perform(.create)
        await person.wait(.milliseconds(100))
        // It is tried for a minute, and the last attempt has time for an answer, too.
        let end = await person.see(within: .seconds(75)) { screen in
            screen.chat != nil || screen.form.map { !$0.isBusy && ($0.problem != nil || $0.message != nil) } ?? false
        }
        if end?.form != nil { person.gaze.turnAway() }
        person.check(.modelAlone, end != nil, "creating a chat with \(text) led nowhere")
    }
}

/// Types one of the names into the form.
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
