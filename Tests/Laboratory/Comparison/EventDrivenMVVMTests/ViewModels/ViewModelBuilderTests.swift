import ChatTypes
import RuntimeKit
import ScreenTesting
import Testing

@testable import EventDrivenMVVM
@testable import PhoneKit

@Suite struct ViewModelBuilderTests {
    private let lists = ChatListViewModelBuilder(environment: .test())
    private let chats = ChatViewModelBuilder(environment: .test())

    @Test func `a row's view model has the title, the preview, the time and the unread count`() {
        let row = ChatListItemViewModel(
            id: "chat-ada",
            chat: adasChat,
            contact: ada.id,
            title: "Ada Lovelace",
            sender: nil,
            preview: "Hello",
            time: "11:50 am",
            unreadCount: 2,
            picture: nil,
            isMuted: false,
            typing: nil
        )
        let expected = ChatListViewModel(rows: [row], hasMore: true, status: nil, alert: nil)
        var list = list(entry())
        list.status.connection = Connection(requests: .working, liveLink: .open)
        #expect(lists.build(for: list) == expected)
    }

    @Test func `a row describes images and shows a loaded picture`() {
        let picture = Picture(mediaType: "image/png", bytes: [1])
        var list = list(entry(text: "", imageCount: 2))
        list.pictures[ada.id] = picture
        let row = lists.build(for: list).rows[0]
        #expect(row.preview == "Attachment: 2 Images" && row.picture == picture)
    }

    @Test func `a search result and its chat are different rows`() {
        let rows = lists.build(for: list(entry(), entry(finding: MessageID("m1")))).rows
        #expect(rows.map(\.id) == ["chat-ada", "chat-ada/m1"])
        #expect(rows.map(\.chat) == [adasChat, adasChat])
    }

    @Test func `a read error takes precedence over a save error`() {
        var list = list(entry())
        list.status.storageProblem = .diskFull
        #expect(lists.build(for: list).alert?.hasPrefix("Cannot save: ") == true)
        list.fault = .damaged
        #expect(lists.build(for: list).alert?.hasPrefix("Cannot read the history: ") == true)
    }

    @Test func `rows stay after a read error`() {
        var list = list(entry())
        list.take(QueryResult(.failure(.damaged), status: ModelStatus()))
        #expect(lists.build(for: list).rows.count == 1)
        list.take(QueryResult(.success(list.page), status: ModelStatus()))
        #expect(lists.build(for: list).alert == nil)
    }

    @Test func `a form shows why a name is invalid and suggests contacts`() {
        let builder = CreateChatViewModelBuilder()
        let empty = builder.build(for: CreateChatModel(), isSending: false, error: nil)
        #expect(empty.message == "Please provide a contact name" && empty.alert == nil)
        let form = CreateChatModel(typed: " Ada ", suggestions: [ada])
        let sending = builder.build(for: form, isSending: true, error: nil)
        let expected = CreateChatViewModel(
            name: " Ada ",
            message: nil,
            added: [],
            suggestions: ["Ada Lovelace"],
            isBusy: true,
            alert: nil
        )
        #expect(sending == expected)
    }

    @Test func `a chat shows its messages`() {
        let viewModel = chats.build(for: chat(message("Hi", from: .me, delivery: .read)), field: nil, error: nil)
        let row = MessageViewModel(
            id: MessageID("Hi"),
            sender: nil,
            text: "Hi",
            isEdited: false,
            editFailure: nil,
            answered: nil,
            reactions: [],
            isMine: true,
            time: "11:50 am",
            delivery: .read,
            followsGap: false
        )
        #expect(viewModel.title == "Ada Lovelace" && viewModel.messages == [row] && viewModel.hasEarlier)
    }

    @Test func `a row shows that its message was edited and why an edit was refused`() {
        let chat = chat(message("Hello", isEdited: true), message("At six", editFailure: "too late", from: .me))
        let rows = chats.build(for: chat, field: nil, error: nil).messages
        #expect(rows.map(\.isEdited) == [true, false] && rows.map(\.editFailure) == [nil, "too late"])
    }

    @Test func `a chat not yet read shows only an error`() {
        let viewModel = chats.build(for: ChatModel(id: adasChat), field: nil, error: ServiceError.unreachable)
        #expect(viewModel.messages.isEmpty && !viewModel.hasEarlier)
        #expect(viewModel.alert == "The server cannot be reached")
    }

    @Test func `a row shows that its chat is muted`() {
        var muted = entry()
        muted.isMuted = true
        #expect(lists.build(for: list(entry(), muted)).rows.map(\.isMuted) == [false, true])
    }

    @Test func `a row shows that its contact is typing`() {
        var typing = entry()
        typing.typingAuthors = ["Ada Lovelace"]
        #expect(lists.build(for: list(entry(), typing)).rows.map(\.typing) == [nil, "Ada Lovelace is typing…"])
    }

    @Test func `a row shows that its newest message was deleted`() {
        var removed = entry(text: "")
        removed.isDeleted = true
        #expect(lists.build(for: list(removed)).rows[0].preview == "Message deleted")
    }

    @Test func `a group's row shows the last sender`() {
        var (theirs, ours) = (entry(), entry())
        theirs.sender = ListEntry.Sender(name: "Ben")
        ours.sender = ListEntry.Sender(name: nil)
        #expect(lists.build(for: list(theirs, ours, entry())).rows.map(\.sender) == ["Ben", "You", nil])
    }

    @Test func `a group shows its member count, the senders and who is typing`() {
        var trip = chat(
            message("Hi", from: .member(ContactID("ben")), senderName: "Ben"),
            message("Hello", from: .me),
            group: GroupState(memberCount: 3)
        )
        trip.typingAuthors = ["Ada", "Ben"]
        let viewModel = chats.build(for: trip, field: nil, error: nil)
        #expect(viewModel.subtitle == "3 people" && viewModel.messages.map(\.sender) == ["Ben", nil])
        #expect(viewModel.typing == "Ada and Ben are typing…")
        let between = chats.build(for: chat(message("Hi")), field: nil, error: nil)
        #expect(between.subtitle == nil && between.typing == nil)
    }

    @Test func `a form shows added names and does not require a typed one then`() throws {
        var form = CreateChatModel(suggestions: [ada])
        form.typed = "Ada"
        try form.add()
        let viewModel = CreateChatViewModelBuilder().build(for: form, isSending: false, error: nil)
        #expect(viewModel.name == "" && viewModel.message == nil)
        #expect(viewModel.added == ["Ada"] && viewModel.suggestions.isEmpty)
    }
}
