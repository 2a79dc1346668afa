import ChatTypes
import PhoneKit
import ScreenKit

/// The form as a function of the chat to be created.
struct NewChatContent: Content {
    let chat: NewChat

    func makeView() -> CreateChatView {
        let view = CreateChatView()
        view.nameField.onChange = { [chat, unowned view] text in
            chat.type(text)
            // A busy form does not accept text.
            if chat.isBusy { view.nameField.text = chat.name.text }
        }
        view.addButton.onTap = { [chat, unowned view] in
            if chat.add() { view.nameField.text = "" }
        }
        view.createButton.onTap = chat.create
        return view
    }

    func update(_ view: CreateChatView) {
        view.message = chat.invitees.error.map(errorText)
        view.added = chat.invitees.added.map(\.text)
        view.suggestions = chat.suggestions.map(\.name)
        view.isBusy = chat.isBusy
        view.alert = chat.problem?.text
    }

    func close() { chat.cancel() }
}
