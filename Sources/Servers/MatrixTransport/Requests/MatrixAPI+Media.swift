import ChatTypes
import HTTPClient
import JSONKit

extension MatrixAPI {
    /// Returns the size limit of files; nil if the homeserver has none.
    func uploadLimit() async throws -> Int64? {
        do {
            let answer = try await orBefore(
                { try await get(["v1", "media", "config"]) },
                { try await get(["v3", "config"], under: .media) }
            )
            return answer["m.upload.size"]?.integer.flatMap { $0 < 0 ? nil : $0 }
        } catch ServiceError.refused { return nil }
    }

    /// Uploads a file that is read in parts; returns the response.
    func upload(_ file: OutgoingFile, _ read: @escaping HTTPBodyReader) async throws -> JSONValue {
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

    /// Downloads a file from an offset.
    func download(_ address: MediaAddress, from offset: Int64, _ receive: @escaping HTTPBodyReceiver) async throws {
        let place = ["download", address.server, address.id]
        let response = try await orBefore(
            { try await download(url(["v1", "media"] + place, []), from: offset, receive) },
            { try await download(url(["v3"] + place, [], under: .media), from: offset, receive) }
        )
        // With any other status nothing was delivered. Behind the end of a file there is nothing.
        guard [200, 206, Self.behindTheEnd].contains(response.status) else { throw ServiceError.responseLost }
    }

    private func download(
        _ url: String,
        from offset: Int64,
        _ receive: @escaping HTTPBodyReceiver
    ) async throws -> HTTPResponse {
        let parts = HTTPRequest.Destination.parts(from: offset, receive)
        return try await answer(
            to: HTTPRequest(.get, url, destination: parts, limits: Self.fileLimits, redirections: 3),
            orStatus: offset > 0 ? Self.behindTheEnd : nil
        )
    }

    /// Returns a thumbnail of a file; nil if there is none.
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

    /// The status for a range behind the last byte.
    private static let behindTheEnd = 416

    /// Makes the second request if the homeserver does not know the first: before version 1.11 of the specification, media had other
    /// paths.
    private func orBefore<Answer>(
        _ request: () async throws -> Answer,
        _ before: () async throws -> Answer
    ) async throws -> Answer {
        do { return try await request() } catch ServiceError.refused(.unrecognized, _) { return try await before() }
    }

    /// No limit in total, as long as bytes move. The homeserver may have to fetch the file from another first. The receiver limits
    /// the size.
    private static let fileLimits = HTTPLimits(total: .seconds(1 << 30), silence: .seconds(60), bodyBytes: .max)
}
