import ScreenTesting
import Testing
import Transport

@testable import EventDrivenMVVM
@testable import PhoneKit

@Suite struct ViewModelBuilderTests {
    private let lists = ChatListViewModelBuilder(environment: .test())
    private let chats = ChatViewModelBuilder(environment: .test())

    @Test func `a row says who, what, when and how many`() {
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
        list.status.connection = Connection(requests: .working, liveLink: .standing)
        #expect(lists.build(for: list) == expected)
    }

    @Test func `a row says what a message carries, and shows the picture that has come`() {
        let picture = Picture(mediaType: "image/png", bytes: [1])
        var list = list(entry(text: "", imageCount: 2))
        list.pictures[ada.id] = picture
        let row = lists.build(for: list).rows[0]
        #expect(row.preview == "Attachment: 2 Images" && row.picture == picture)
    }

    @Test func `what was found in a chat is another row than the chat`() {
        let rows = lists.build(for: list(entry(), entry(finding: MessageID("m1")))).rows
        #expect(rows.map(\.id) == ["chat-ada", "chat-ada/m1"])
        #expect(rows.map(\.chat) == [adasChat, adasChat])
    }

    @Test func `of a history that can be neither read nor written the first is told`() {
        var list = list(entry())
        list.status.storageProblem = .diskFull
        #expect(lists.build(for: list).alert?.hasPrefix("Cannot save: ") == true)
        list.fault = .damaged
        #expect(lists.build(for: list).alert?.hasPrefix("Cannot read the history: ") == true)
    }

    @Test func `rows stay when they cannot be read again`() {
        var list = list(entry())
        list.take(Snapshot(.failure(.damaged), status: ModelStatus()))
        #expect(lists.build(for: list).rows.count == 1)
        list.take(Snapshot(.success(list.page), status: ModelStatus()))
        #expect(lists.build(for: list).alert == nil)
    }

    @Test func `a form tells why a name is none, and whom it may mean`() {
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
            isMine: true,
            time: "11:50 am",
            delivery: .read,
            followsGap: false
        )
        #expect(viewModel.title == "Ada Lovelace" && viewModel.messages == [row] && viewModel.hasEarlier)
    }

    @Test func `a row says that its message was edited, and why an edit was not taken`() {
        let chat = chat(message("Hello", isEdited: true), message("At six", editFailure: "too late", from: .me))
        let rows = chats.build(for: chat, field: nil, error: nil).messages
        #expect(rows.map(\.isEdited) == [true, false] && rows.map(\.editFailure) == [nil, "too late"])
    }

    @Test func `a chat that is not read yet shows nothing but what went wrong`() {
        let viewModel = chats.build(for: ChatModel(id: adasChat), field: nil, error: ServiceError.unreachable)
        #expect(viewModel.messages.isEmpty && !viewModel.hasEarlier)
        #expect(viewModel.alert == "The server cannot be reached")
    }

    @Test func `a muted chat's row says so`() {
        var muted = entry()
        muted.isMuted = true
        #expect(lists.build(for: list(entry(), muted)).rows.map(\.isMuted) == [false, true])
    }

    @Test func `who types is said to in their row`() {
        var typing = entry()
        typing.typists = ["Ada Lovelace"]
        #expect(lists.build(for: list(entry(), typing)).rows.map(\.typing) == [nil, "Ada Lovelace is typing…"])
    }

    @Test func `a row says that its newest message was taken back`() {
        var removed = entry(text: "")
        removed.isRemoved = true
        #expect(lists.build(for: list(removed)).rows[0].preview == "Message deleted")
    }

    @Test func `a group's row says who wrote last`() {
        var (theirs, ours) = (entry(), entry())
        theirs.sender = ListEntry.Sender(name: "Ben")
        ours.sender = ListEntry.Sender(name: nil)
        #expect(lists.build(for: list(theirs, ours, entry())).rows.map(\.sender) == ["Ben", "You", nil])
    }

    @Test func `a group says how many it has, who wrote what, and who types`() {
        var trip = chat(
            message("Hi", from: .member(ContactID("ben")), senderName: "Ben"),
            message("Hello", from: .me),
            group: GroupState(memberCount: 3)
        )
        trip.typists = ["Ada", "Ben"]
        let viewModel = chats.build(for: trip, field: nil, error: nil)
        #expect(viewModel.subtitle == "3 people" && viewModel.messages.map(\.sender) == ["Ben", nil])
        #expect(viewModel.typing == "Ada and Ben are typing…")
        let between = chats.build(for: chat(message("Hi")), field: nil, error: nil)
        #expect(between.subtitle == nil && between.typing == nil)
    }

    @Test func `a form shows who was added, and needs nobody typed then`() throws {
        var form = CreateChatModel(suggestions: [ada])
        form.typed = "Ada"
        try form.add()
        let viewModel = CreateChatViewModelBuilder().build(for: form, isSending: false, error: nil)
        #expect(viewModel.name == "" && viewModel.message == nil)
        #expect(viewModel.added == ["Ada"] && viewModel.suggestions.isEmpty)
    }
}
