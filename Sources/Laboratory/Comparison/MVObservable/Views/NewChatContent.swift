import PhoneKit
import ScreenKit
import Transport

/// The form as a function of the chat that is to be made.
struct NewChatContent: Content {
    let chat: NewChat

    func makeView() -> CreateChatView {
        let view = CreateChatView()
        view.nameField.onChange = { [chat, unowned view] text in
            chat.type(text)
            // A busy form takes no text.
            if chat.isBusy { view.nameField.text = chat.name.text }
        }
        view.createButton.onTap = chat.create
        return view
    }

    func update(_ view: CreateChatView) {
        view.message = chat.name.fault.map(errorText)
        view.suggestions = chat.suggestions.map(\.name)
        view.isBusy = chat.isBusy
        view.alert = chat.problem?.text
    }

    func close() { chat.cancel() }
}
