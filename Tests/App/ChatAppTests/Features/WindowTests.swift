import ChatApp
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit
import Synchronization
import Testing

/// A window that holds everything has no more, and one that is a row too short has.
@Suite struct WindowTests {
    private static let count = 4

    private func window(limit: Int, searching text: String = "") throws -> ChatSummaryWindow {
        let world = try AppWorld(runs: false)
        let answer = try world.perform { [session = world.application.session, environment = world.environment] in
            try await session.withDatabase { database in
                try database.write { writer in
                    for number in 1...Self.count {
                        let contact = Contact(id: ContactID("p\(number)"), name: "Ada \(number)")
                        let header = ChatHeader(
                            id: ChatID("c\(number)"),
                            contact: contact,
                            createdAt: environment.now()
                        )
                        try writer.register(header)
                    }
                }
            }
            let request = ChatListRequest(searchText: text, rows: RowRange(limit: limit))
            return await session.chats(request).first { _ in true }
        }
        return try #require(try answer?.content.get())
    }

    @Test(arguments: ["", "ada"])
    func `hasMore is set only if there is more than fits`(text: String) throws {
        for limit in 1...6 {
            let window = try window(limit: limit, searching: text)
            #expect(window.summaries.count == min(limit, Self.count))
            #expect(window.hasMore == (limit < Self.count), "with room for \(limit)")
        }
    }
}
