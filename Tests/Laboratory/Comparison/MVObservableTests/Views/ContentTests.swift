import ChatTypes
import PhoneKit
import PhoneTesting
import Testing

@testable import MVObservable

/// Tests of the views as functions of models: each is created, updated and inspected.
@Suite struct ContentTests {
    private let phone: TestPhone<AppModel>

    init() throws {
        phone = try TestPhone { context in AppModel(context) }
    }

    @Test func `the list shows the inbox and forwards the user's actions`() throws {
        try phone.perform { app, window in
            let content = ChatListContent(app)
            let view = content.makeView()
            content.update(view)
            view.newChatButton.onTap?()
            #expect(app.path == [.newChat])
            view.searchField.type("nobody")
            #expect(view.status == nil && view.alert == nil)
            #expect(!view.table.hasFurtherRows)
        }
        phone.run()
        try phone.perform { app, _ in #expect(app.inbox.page?.entries.isEmpty == true) }
    }

    @Test func `the form shows an invalid name's fault and restores the name while busy`() throws {
        try phone.perform { app, _ in
            let chat = app.newChat()
            let content = NewChatContent(chat: chat)
            let view = content.makeView()
            content.update(view)
            #expect(view.message == "Please provide a contact name")
            view.nameField.type(" Ben ")
            content.update(view)
            #expect(view.message == nil)
            #expect(view.nameField.text == " Ben ")
            view.createButton.tap()
            content.update(view)
            #expect(view.isBusy)
            view.nameField.type("Ada")
            #expect(view.nameField.text == "Ben")
        }
    }

    @Test func `a chat shows its conversation and forwards the user's actions`() throws {
        try phone.perform { app, _ in
            let conversation = app.conversation(ChatID("chat-john"))
            let content = ChatContent(conversation, in: app)
            let view = content.makeView()
            view.field.type("Hello")
            #expect(conversation.draft == "Hello")
            view.sendButton.tap()
            content.update(view)
            #expect(view.field.text == "")
            view.sendButton.tap()
            content.update(view)
            #expect(view.alert == "Please type a message first")
        }
    }

    @Test func `the form shows added names and keeps a name that cannot be added`() throws {
        try phone.perform { app, _ in
            let content = NewChatContent(chat: app.newChat())
            let view = content.makeView()
            for name in ["Ada", "ada"] {
                view.nameField.type(name)
                view.addButton.tap()
                content.update(view)
                #expect(view.added == ["Ada"] && view.message == nil)
                #expect(view.nameField.text == (name == "Ada" ? "" : "ada"))
            }
        }
    }
}
