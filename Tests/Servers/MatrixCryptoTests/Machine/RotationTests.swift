import JSONKit
import Testing

@testable import MatrixCrypto

/// How long one key of a room is used.
@Suite struct RotationTests {
    private func rotation(_ text: String) throws -> Rotation { Rotation(try JSONDocument(Array(text.utf8)).root) }

    @Test func `a room's limits count, within bounds`() throws {
        #expect(Rotation(nil) == .standard && Rotation.standard.messages == 100)
        let own = try rotation(#"{"rotation_period_msgs":7,"rotation_period_ms":7200000}"#)
        #expect(own.messages == 7 && own.seconds == 7200)
        for low in [
            #"{"rotation_period_msgs":0,"rotation_period_ms":1}"#,
            #"{"rotation_period_msgs":-9,"rotation_period_ms":-9}"#,
        ] {
            #expect(try rotation(low).messages == 1 && rotation(low).seconds == 3600)
        }
        let high = try rotation(
            #"{"rotation_period_msgs":9223372036854775807,"rotation_period_ms":9223372036854775807}"#
        )
        #expect(high.messages == 10_000 && high.seconds == 30 * 24 * 3600)
        #expect(try rotation(#"{"rotation_period_msgs":"x","rotation_period_ms":1.5}"#) == .standard)
    }

    @Test func `a key is replaced as the room demands`() async throws {
        let world = try RoomFixture()
        let own = try rotation(#"{"rotation_period_msgs":2,"rotation_period_ms":7200000}"#)
        var sessions: [String] = []
        for (number, seconds) in [0.0, 0, 0, 7200].enumerated() {
            world.fixture.advance(seconds: seconds)
            try await world.share(rotation: own)
            sessions.append(try world.session(await world.encrypt("\(number)")))
        }
        #expect(sessions[0] == sessions[1])
        #expect(Set(sessions).count == 3)
    }
}
