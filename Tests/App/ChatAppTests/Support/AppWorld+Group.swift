import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import ScreenKit
import Transport

@testable import ChatSession

/// Creates a group in the session as a server's update would.
extension AppWorld {
    static let walkers = ChatID("chat-walkers")
    static let ada = Author.member(ContactID("ada"))
    static let ben = Author.member(ContactID("ben"))

    static let header = ChatHeader(
        id: walkers,
        contact: Contact(id: ContactID("group-walkers"), name: "Walkers"),
        isGroup: true,
        createdAt: moment(0)
    )

    /// Waits until the list shows John, then creates a group with Ada, Ben and a number of others.
    func startWithGroup(others: Int = 0) throws {
        start()
        let people = [(Author.me, "Me Myself"), (Self.ada, "Ada"), (Self.ben, "Ben")]
        let others = (0..<others).map { (Author.member(ContactID("m\($0)")), "M\($0)") }
        try takeMemberships((people + others).map { Membership(member: $0.0, name: $0.1, number: 1) })
    }

    func message(_ id: String, by author: Author, _ text: String = "hi") -> Message {
        let number = Int64(id) ?? 0
        return Message(
            id: MessageID(id),
            author: author,
            text: text,
            sentAt: moment(Double(60 + number)),
            position: Position(rawValue: number),
            predecessor: nil
        )
    }

    /// Receives messages of the group as live updates.
    func ingest(_ messages: [Message]) throws { try ingest(ChatUpdate(chat: Self.header, messages: messages)) }

    func takeMemberships(_ memberships: [Membership]) throws {
        try ingest(ChatUpdate(chat: Self.header, memberships: memberships))
    }

    /// Receives the user's standing in the group as a live update.
    func stand(_ standing: ChatStanding, number: Int64) throws {
        try ingest(ChatUpdate(chat: Self.header, standing: NumberedStanding(standing, number: number)))
    }

    /// Chats of two without messages.
    func takeChats(_ count: Int) throws {
        for number in 1...count {
            let contact = Contact(id: ContactID("c\(number)"), name: "C\(number)")
            try ingest(
                ChatUpdate(chat: ChatHeader(id: ChatID("chat-\(number)"), contact: contact, createdAt: moment(0)))
            )
        }
    }

    func ingest(_ update: ChatUpdate) throws {
        try perform { [session = application.session] in await session.liveLink.receive(.updates([update])) }
        run(for: .seconds(1))
    }

    func type(_ authors: Author...) throws {
        try perform { [session = application.session] in
            for author in authors { await session.liveLink.receive(.typing(true, by: author, in: Self.walkers)) }
        }
        run(for: .seconds(1))
    }

    var groupRow: ChatListViewState.Row? { interface.list?.rows.first { $0.id.chat == Self.walkers } }

    func statementCount() throws -> Int {
        try perform { [session = application.session] in await session.statementCount }
    }
}
