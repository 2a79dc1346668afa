import HTTPClient
import JSONKit

extension PlantedBug {
    /// Of two events under one id in a response, the second is taken for a message, too.
    public static let idGivenTwice = PlantedBug(
        "idGivenTwice",
        breaks: [.complete, .encryption],
        firstSeed: 3,
        server: .matrix,
        changes: .client { TrustingClient(inner: $0) }
    )
}

/// A client that gives an event whose id another one in its timeline has an id of its own.
private struct TrustingClient: HTTPClient {
    let inner: any HTTPClient

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response = try await inner.send(request)
        guard request.url.contains("/sync?"), let json = try? JSONDocument(response.body).root,
            let answer = JSONText(exactly: json), case .object(let rooms)? = answer["rooms"]?["join"]
        else { return response }
        let joined = rooms.map { JSONText.Member(name: $0.name, value: Self.told(apart: $0.value)) }
        response.body = answer.with("rooms", ["join": .object(joined)]).bytes
        return response
    }

    private static func told(apart room: JSONText) -> JSONText {
        guard let timeline = room["timeline"], case .array(let events)? = timeline["events"] else { return room }
        var known: Set<JSONText> = []
        let apart = events.map { event in
            guard case .string(let id)? = event["event_id"], !known.insert(.string(id)).inserted else { return event }
            return event.with("event_id", .string("\(id)-again"))
        }
        return room.with("timeline", timeline.with("events", .array(apart)))
    }
}
