import ChatTypes
import JSONKit
import Testing

@testable import MatrixTransport

/// New chats for two, which are encrypted by default.
@Suite struct EncryptedChatTests {
    /// Creates a chat with Ada; returns the types of the new room's initial state.
    private func stateOfNewChat(settings: MatrixSettings = MatrixSettings(), isEncrypting: Bool = true) throws
        -> [String]
    {
        let world = try TransportFixture(settings: settings, isEncrypting: isEncrypting)
        world.http.answer = { call in
            call.path.last == "createRoom" ? .json(#"{"room_id":"!new:test"}"#) : .json("{}")
        }
        _ = try? world.result { try await $0.createChat(with: ada.rawValue) }
        let creation = try world.http.calls.first { $0.path.last == "createRoom" }.unwrapped()
        return creation.body?["initial_state"]?.elements.compactMap { $0["type"]?.string } ?? []
    }

    @Test func `a new chat with one person is encrypted from the start`() throws {
        #expect(try stateOfNewChat() == ["m.room.canonical_alias", "m.room.encryption"])
    }

    @Test func `a setting, or the lack of keys, leaves new chats plain`() throws {
        #expect(try stateOfNewChat(settings: MatrixSettings(encryptsChats: false)) == ["m.room.canonical_alias"])
        #expect(try stateOfNewChat(isEncrypting: false) == ["m.room.canonical_alias"])
    }
}
