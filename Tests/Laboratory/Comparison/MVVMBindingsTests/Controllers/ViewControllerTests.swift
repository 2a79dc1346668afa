import BindingKit
import ChatTypes
import PhoneKit
import Testing

@testable import MVVMBindings

/// Tests of the controllers' bindings with stubbed view models, without a session or thread.
@Suite struct ViewControllerTests {
    private let window = Window()

    @Test func `the form shows its view model's output and sends the user's input`() throws {
        let (isBusy, alerts, chats) = (Property(false), Subject<String>(), Subject<ChatID>())
        let viewModel = ViewModelStub<CreateChatInput, CreateChatOutput>(
            CreateChatOutput(
                name: Property("Ben").observable,
                message: Property("No name").observable,
                added: Property(["Cy"]).observable,
                suggestions: Property(["Ada", "Ben"]).observable,
                isBusy: isBusy.observable,
                alerts: alerts.observable,
                chat: chats.observable
            )
        )
        var shown: [ChatID] = []
        window.navigation.push(CreateChatViewController(viewModel) { shown.append($0) })
        let form = try #require(window.navigation.topViewController?.view as? CreateChatView)
        #expect(form.nameField.text == "Ben")
        #expect(form.message == "No name")
        #expect(form.added == ["Cy"])
        #expect(form.suggestions == ["Ada", "Ben"])
        isBusy.value = true
        alerts.send("Oh")
        #expect(form.isBusy && form.alert == "Oh")
        chats.send(ChatID("chat-ben"))
        #expect(shown == [ChatID("chat-ben")])

        let input = try #require(viewModel.input)
        let (typed, taps, additions) = (Log(input.name), Log(input.create), Log(input.add))
        form.nameField.type("A")
        form.createButton.tap()
        #expect(typed.values == ["A"] && taps.values.count == 1 && additions.values.isEmpty)
        form.addButton.tap()
        #expect(taps.values.count == 1 && additions.values.count == 1)
    }

    @Test func `the list shows its view model's output and sends the user's input`() throws {
        let hasMore = Property(true)
        let viewModel = ViewModelStub<ChatListInput, ChatListOutput>(
            ChatListOutput(
                rows: Property([]).observable,
                hasMore: hasMore.observable,
                status: Property("Offline").observable,
                alerts: Property("Oh").observable
            )
        )
        var forms = 0
        let list = ChatListViewController(viewModel, showForm: { forms += 1 }, showChat: { _ in })
        window.navigation.push(list)
        let view = try #require(list.view as? ChatListView)
        #expect(view.status == "Offline" && view.alert == "Oh")
        #expect(view.table.hasMore)
        #expect(view.table.cells?.isEmpty == true)
        hasMore.value = false
        #expect(!view.table.hasMore)

        let input = try #require(viewModel.input)
        let (typed, ends) = (Log(input.searchText), Log(input.reachedEnd))
        view.searchField.type("be")
        view.table.scroll()
        view.newChatButton.tap()
        #expect(typed.values == ["be"] && ends.values.count == 1 && forms == 1)
    }

    @Test func `a chat shows its view model's output and sends the user's input`() throws {
        let field = Property("Half a thou")
        let viewModel = ViewModelStub<ChatInput, ChatOutput>(
            ChatOutput(
                title: Property("John").observable,
                subtitle: Property("3 people").observable,
                rows: Property([]).observable,
                hasEarlier: Property(true).observable,
                isMuted: Property(true).observable,
                typing: Property("John is typing…").observable,
                field: field.observable,
                status: Property("Offline").observable,
                alerts: Property("Oh").observable
            )
        )
        let chat = ChatViewController(viewModel)
        chat.viewDidLoad()
        let input = try #require(viewModel.input)
        let (sent, drafts, isOnTop) = (Log(input.send), Log(input.draft), Log(input.isOnTop))
        let mutes = Log(input.mute)
        chat.viewDidAppear()
        chat.viewDidDisappear()
        let view = try #require(chat.view as? ChatView)
        #expect(view.subtitle == "3 people")
        #expect(view.title == "John" && view.status == "Offline" && view.alert == "Oh")
        #expect(view.field.text == "Half a thou" && view.table.hasMore)
        #expect(view.muteSwitch.isOn && view.typing == "John is typing…")
        view.muteSwitch.turn(on: false)
        #expect(mutes.values == [false])
        view.sendButton.tap()
        view.field.type("Hello")
        #expect(isOnTop.values == [true, false])
        #expect(sent.values == ["Half a thou"])
        #expect(drafts.values == ["Hello"])
        field.value = ""
        #expect(view.field.text == "")
    }

    @Test func `releasing a controller ends its bindings`() {
        let status = Property<String?>(nil)
        let view: View
        do {
            let viewModel = ViewModelStub<ChatListInput, ChatListOutput>(
                ChatListOutput(
                    rows: Property([]).observable,
                    hasMore: Property(false).observable,
                    status: status.observable,
                    alerts: Subject().observable
                )
            )
            let list = ChatListViewController(viewModel, showForm: {}, showChat: { _ in })
            list.viewDidLoad()
            view = list.view
            status.value = "Offline"
        }
        status.value = nil
        #expect(view.status == "Offline")
    }
}
