import ChatTypes
import Testing

@testable import SimulatedServer

@Suite struct CreateChatTests {
    private func created(_ names: [String]) throws -> [ChatHeader] {
        let world = try SimulatedWorld()
        return try world.run {
            var chats: [ChatHeader] = []
            for name in names { chats.append(try await world.connection.createChat(with: name)) }
            return chats
        }
    }

    @Test func `the same name reopens the chat, ignoring case and surrounding spaces`() throws {
        let chats = try created(["Ada Lovelace", "  ada lovelace\n", "ADA LOVELACE", "Zoe\u{308}", "ZOË"])
        #expect(Set(chats.prefix(3)).count == 1 && chats[0].contact.name == "Ada Lovelace")
        #expect(chats[3] == chats[4], "however the accent is written")
        #expect(chats[0].id == ChatID("chat-ada-lovelace"))
    }

    @Test func `different names are different chats, even when their ids would be the same`() throws {
        let chats = try created(["Ada-Lovelace", "Ada Lovelace", "Adà Lovelace", "!!!", "???", "山田", "Jose", "José"])
        #expect(Set(chats.map(\.id)).count == chats.count)
        #expect(chats[1].id == ChatID("chat-ada-lovelace"), "who is in the directory keeps the plain one")
        #expect(chats[0].id == ChatID("chat-ada-lovelace-2"))
    }

    @Test func `John's chat is there already`() throws {
        #expect(try created(["john"])[0].id == SimulatedWorld.john)
    }

    @Test(arguments: [
        "", "  \n", "a\u{0}b", "a\u{1B}[2Jb", "a\nb", "a\u{9B}b", "a\u{202E}b", "a\u{2066}b", "a\u{200F}b",
        "a\u{061C}b",
        "a\u{2028}b", String(repeating: "a", count: 101), "a" + String(repeating: "\u{301}", count: 10_000),
    ])
    func `a name that cannot be shown in one line is refused`(name: String) {
        #expect(refusal { try created([name]) } == .invalidName)
    }

    @Test(arguments: [String(repeating: "👨‍👩‍👧‍👦", count: 100), "O’Neill", "x", "Ἀριστοτέλης", "a\u{200D}b"])
    func `any other name is taken as it is`(name: String) throws {
        #expect(try created([name]).map(\.contact.name) == [name])
    }

    @Test func `a name of few characters and many bytes has an id that can be used`() throws {
        let name = String(repeating: "\u{915}" + String(repeating: "\u{93E}", count: 11), count: 40)
        let chats = try created([name, name + "x"])
        #expect(chats.allSatisfy { $0.id.rawValue.isUsableID && $0.contact.id.rawValue.isUsableID })
        #expect(Set(chats.map(\.id)).count == 2)
    }

    @Test func `a chat that was just created is empty, and sync brings it`() throws {
        let world = try SimulatedWorld()
        let (chat, page) = try world.run {
            let first = try await world.connection.sync(since: nil)
            let chat = try await world.connection.createChat(with: "Somebody New")
            return (chat, try await world.connection.sync(since: first.next))
        }
        #expect(page.updates == [ChatUpdate(chat: chat)])
    }
}
