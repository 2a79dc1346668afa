import ChatTypes
import Testing

@testable import MatrixTransport

/// The power levels of a room.
@Suite struct PowerLevelsTests {
    @Test(arguments: [(7, .all), (8, [])] as [(Int, ChatRights)])
    func `each right is there from exactly its level on`(_ needed: Int, _ rights: ChatRights) throws {
        let states = ["m.room.name", "m.room.topic", "m.room.pinned_events", "m.room.power_levels"]
            .map { #""\#($0)":\#(needed)"# }.joined(separator: ",")
        let text = """
            {"users_default":7,"invite":\(needed),"kick":\(needed),"ban":\(needed),"state_default":100,"events":{\(states)}}
            """
        #expect(try PowerLevels(text).unwrapped().rights(of: ada) == rights)
    }

    @Test(arguments: [
        (#"{"users":{"@ada:test":50}}"#, true), (#"{"users":{"@ada:test":49},"kick":0}"#, false),
        (#"{"users":{"@ada:test":20},"redact":20}"#, true), (#"{"users":{"@ada:test":50},"redact":51}"#, false),
    ])
    func `messages of others are deleted from the level on that the room demands, or else 50`(
        _ text: String,
        _ mayRedact: Bool
    ) throws {
        #expect(try PowerLevels(text).unwrapped().mayRedact(ada) == mayRedact)
    }
}
