import Chat
import ChatDetails
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting
import Testing
import Transport

@testable import ChatApp

/// What the screens get of the stored history.
@Suite struct StoredContentTests {
    private let id = ChatHeader.ada.id
    private let contact = ChatHeader.ada.contact
    private let session: Session

    init() throws { session = try Self.session() }

    private static func message(_ number: Int, _ text: String, _ warning: SenderWarning) -> Message {
        let file = AttachedFile(id: FileID("f"), name: "notes.pdf", type: "application/pdf", byteCount: 7)
        return Message(
            id: MessageID("\(number)"),
            author: .contact,
            text: text,
            attachment: text.isEmpty ? file : nil,
            mentionsMe: number == 3,
            senderWarning: warning,
            sentAt: moment(Double(number)),
            position: Position(Int64(number) * 10),
            predecessor: number == 3 ? Predecessor(position: Position(20), cursor: PageCursor("c")) : nil
        )
    }

    /// A favourite that notifies of mentions only, with a message that is read and a file that is not. A message between them is missing, and
    /// one of the user's has failed. Another chat has the same name.
    private static func session(of server: any ChatService = AwayServer(), readsMarkdown: Bool = true) throws -> Session
    {
        let database = try ChatDatabase(.memory)
        let update = ChatUpdate(
            chat: .ada,
            messages: [message(1, "hello there", .unsignedDevice), message(3, "", .unencrypted)],
            receipts: [ReadReceipt(reader: .me, message: MessageID("1"))],
            notifications: .mentions,
            marks: [.favourite: true],
            standing: NumberedStanding(ChatStanding(topic: "On Sunday"), number: 1)
        )
        let eve = Contact(id: ContactID("@eve:test"), name: "Ada")
        let other = ChatHeader(id: ChatID("!other:test"), contact: eve, createdAt: moment(0))
        let late = OutgoingMessage(id: MessageID("late"), chat: ChatHeader.ada.id, text: "late")
        try database.write { writer in
            _ = try writer.apply(update, announcing: false)
            _ = try writer.apply(ChatUpdate(chat: other), announcing: false)
            _ = try writer.enqueue(late, at: moment(4))
            try writer.markFailed(late.id, in: late.chat, reason: "no")
            try writer.setDraft("half", in: late.chat)
        }
        return Application(
            environment: .test(),
            database: database,
            service: server,
            pushes: NoNews(),
            sockets: NoNews(),
            readsMarkdown: readsMarkdown
        ).session
    }

    @Test func `a row of the list says all that is known of its chat`() async throws {
        let query = session.chats(ChatListRequest())
        let rows = try #require(await query.first { _ in true }).content.get().summaries
        let row = ChatSummary(
            chat: id,
            contact: contact,
            distinction: "@ada:test",
            text: "",
            author: .contact,
            fileName: "notes.pdf",
            senderWarning: .unencrypted,
            time: moment(3),
            unreadCount: 1,
            hasMoreUnread: true,
            mentionCount: 1,
            notifications: .mentions,
            marks: [.favourite],
            hasDraft: true,
            hasFailed: true
        )
        #expect(rows.first == row && rows.map(\.distinction) == ["@ada:test", "@eve:test"])
    }

    @Test func `a message found in the list says all that is known of it and its chat`() async throws {
        let query = session.chats(ChatListRequest(searchText: "hello"))
        let found = try #require(await query.first { _ in true }).content.get().summaries
        let row = ChatSummary(
            chat: id,
            message: MessageID("1"),
            contact: contact,
            distinction: "@ada:test",
            text: "hello there",
            author: .contact,
            senderWarning: .unsignedDevice,
            time: moment(1),
            unreadCount: 1,
            mentionCount: 1,
            notifications: .mentions
        )
        #expect(found == [row])
    }

    @Test func `a chat and its details say what is known of it besides its messages`() async throws {
        let window = try #require(await session.messages(of: id, .newest(9)).first { _ in true }).content.get()
        #expect(window?.distinction == "@ada:test" && window?.standing.topic == "On Sunday")
        #expect(window?.notifications == .mentions && window?.marks == [.favourite])
        #expect(window?.draft == "half" && window?.firstUnread == MessageID("3") && window?.isLookedAt == false)
        let request = ChatDetailsRequest()
        let details = try #require(await session.details(of: id, request).first { _ in true }).content.get()
        #expect(details?.distinction == "@ada:test" && details?.standing.topic == "On Sunday")
        #expect(details?.notifications == .mentions && details?.members.map(\.name) == [contact.shownName])
        #expect(details?.files.map(\.id) == [MessageID("3")] && details?.hasMoreFiles == false)
    }

    @Test func `a chat is found by its alias, which only the server knows`() async throws {
        let session = try Self.session(of: AliasServer(chat: id))
        #expect(try await session.chat(withContactNamed: "#tea:test") == id)
        #expect(try await session.chat(withContactNamed: "tea") == nil)
    }

    @Test(arguments: [true, false])
    func `an app reads the Markdown in typed texts unless it is told not to`(isRead: Bool) async throws {
        let session = try Self.session(readsMarkdown: isRead)
        try await session.send("**now**", to: id)
        let timeline = try await session.read { [id] in try $0.timeline(of: id, in: .newest(1)) }
        #expect(timeline?.messages.last?.text == "**now**")
        #expect(timeline?.messages.last?.spans.isEmpty == !isRead)
    }
}

/// A server that knows an alias for one chat.
private struct AliasServer: UnreachableService {
    let chat: ChatID

    func chat(withAlias alias: String) async throws -> ChatID? { alias == "#tea:test" ? chat : nil }
}
