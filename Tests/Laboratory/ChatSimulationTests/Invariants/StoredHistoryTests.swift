import ChatStore
import ChatTypes
import Foundation
import Testing

@testable import ChatSimulation

@Suite struct StoredHistoryTests {
    private let group = ChatHeader(
        id: ChatID("g"),
        contact: Contact(id: ContactID("g"), name: "Group"),
        isGroup: true,
        createdAt: Date(timeIntervalSince1970: 0)
    )

    private func message(_ number: Int64) -> Message {
        Message(
            id: MessageID("m\(number)"),
            author: .me,
            text: "text",
            sentAt: Date(timeIntervalSince1970: Double(number)),
            position: Position(number),
            predecessor: nil
        )
    }

    @Test func `a member's marker waits for a message before all that are stored, and for no other`() throws {
        let server = ServerChatContent(header: group, log: (1...4).map(message), readByMe: nil, readByContact: nil)
        let database = try ChatDatabase(.memory)
        _ = try database.write { writer in
            try writer.apply(ChatUpdate(chat: group, messages: [message(3), message(4)]), announcing: false)
        }
        let stored = try #require(try database.read { try StoredHistory($0) }[group.id])
        func knows(_ message: Int64?, as marker: Int64?) -> Bool {
            stored.knows(message.map { MessageID("m\($0)") }, as: marker.map { Position($0) }, in: server)
        }
        #expect(knows(nil, as: nil) && knows(2, as: nil) && knows(3, as: 3) && knows(2, as: 2))
        #expect(!knows(3, as: nil) && !knows(4, as: 3) && !knows(2, as: 3) && !knows(nil, as: 3))
    }
}
