import ChatTypes
import HTTPClient

extension MatrixAPI {
    /// How large a file the homeserver takes at most; nil where it does not say.
    func uploadLimit() async throws -> Int64? {
        do {
            let answer = try await orBefore(
                { try await get(["v1", "media", "config"]) },
                { try await get(["v3", "config"], under: .media) }
            )
            return answer["m.upload.size"]?.integer.flatMap { $0 < 0 ? nil : $0 }
        } catch ServiceError.refused { return nil }
    }

    /// Brings a file, read in parts, and returns what the homeserver says of it.
    func upload(_ file: OutgoingFile, _ read: @escaping HTTPReading) async throws -> JSONValue {
        try await json(
            HTTPRequest(
                .post,
                url(["v3", "upload"], [(name: "filename", value: file.name)], under: .media),
                fields: [HTTPField("Content-Type", file.type)],
                body: .parts(count: file.byteCount, read),
                limits: Self.fileLimits
            )
        )
    }

    /// Hands over a file from an offset on.
    func download(_ address: MediaAddress, from offset: Int64, _ receive: @escaping HTTPReceiving) async throws {
        let place = ["download", address.server, address.id]
        let response = try await orBefore(
            { try await download(url(["v1", "media"] + place, []), from: offset, receive) },
            { try await download(url(["v3"] + place, [], under: .media), from: offset, receive) }
        )
        // Of any other answer, nothing was handed over; behind a file's end there is nothing.
        guard [200, 206, Self.behindTheEnd].contains(response.status) else { throw ServiceError.responseLost }
    }

    private func download(
        _ url: String,
        from offset: Int64,
        _ receive: @escaping HTTPReceiving
    ) async throws -> HTTPResponse {
        let parts = HTTPRequest.Destination.parts(from: offset, receive)
        return try await answer(
            to: HTTPRequest(.get, url, destination: parts, limits: Self.fileLimits, redirections: 3),
            orStatus: offset > 0 ? Self.behindTheEnd : nil
        )
    }

    /// A small picture of what lies at an address; nil where there is none.
    func thumbnail(of address: MediaAddress, limit: Int) async throws -> HTTPResponse? {
        let place = ["thumbnail", address.server, address.id]
        let size = [(name: "width", value: "96"), (name: "height", value: "96"), (name: "method", value: "crop")]
        do {
            return try await orBefore(
                { try await bytes(url(["v1", "media"] + place, size), limit: limit) },
                { try await bytes(url(["v3"] + place, size, under: .media), limit: limit) }
            )
        } catch ServiceError.refused { return nil }
    }

    private func bytes(_ url: String, limit: Int) async throws -> HTTPResponse {
        var request = HTTPRequest(.get, url, limits: Self.limits, redirections: 3)
        request.limits.bodyBytes = Int64(limit)
        return try await answer(to: request)
    }

    /// What a server says that is asked for what follows the last byte.
    private static let behindTheEnd = 416

    /// A homeserver older than version 1.11 of the specification has media at another place.
    private func orBefore<Answer>(
        _ request: () async throws -> Answer,
        _ before: () async throws -> Answer
    ) async throws -> Answer {
        do { return try await request() } catch ServiceError.refused(.unrecognized, _) { return try await before() }
    }

    /// However long a file takes, as long as it moves; a homeserver may have to fetch it from another first. Who receives says when
    /// it is too much.
    private static let fileLimits = HTTPLimits(total: .seconds(1 << 30), silence: .seconds(60), bodyBytes: .max)
}
