import ChatTypes
import HTTPClient

/// Requests to a homeserver's client-server API, with its answers and refusals in our words.
///
/// Every request throws a `ServiceError`, or `CancellationError` when the caller's task is cancelled.
struct MatrixAPI: Sendable {
    typealias Query = [(name: String, value: String)]

    /// What a path is of.
    enum Root: String {
        case client
        /// Where files are brought, and were to be had before version 1.11 of the specification.
        case media
    }

    /// Without a slash at its end.
    let homeserver: String
    let token: String?
    let client: any HTTPClient

    func get(
        _ path: [String],
        query: Query = [],
        under root: Root = .client,
        limits: HTTPLimits = Self.limits
    ) async throws -> JSONValue {
        try await json(HTTPRequest(.get, url(path, query, under: root), limits: limits))
    }

    /// What is there; nil where the homeserver says that there is nothing.
    func find(_ path: [String]) async throws -> JSONValue? {
        do { return try await get(path) } catch ServiceError.refused(.notFound, _) { return nil }
    }

    @discardableResult
    func post(_ path: [String], query: Query = [], _ body: JSONText) async throws -> JSONValue {
        try await send(.post, path, query, body)
    }

    @discardableResult
    func put(_ path: [String], _ body: JSONText) async throws -> JSONValue {
        try await send(.put, path, [], body)
    }

    func delete(_ path: [String]) async throws {
        _ = try await answer(to: HTTPRequest(.delete, url(path, []), limits: Self.limits))
    }

    /// What any answer may take but a long poll's and a first sync's.
    static let limits = HTTPLimits(total: .seconds(55), bodyBytes: 1 << 24)

    private func send(_ method: HTTPRequest.Method, _ path: [String], _ query: Query, _ body: JSONText) async throws
        -> JSONValue
    {
        let json = HTTPField("Content-Type", "application/json")
        return try await self.json(
            HTTPRequest(method, url(path, query), fields: [json], body: .bytes(body.bytes), limits: Self.limits)
        )
    }

    func json(_ request: HTTPRequest) async throws -> JSONValue {
        let answer = try await answer(to: request)
        // What is no answer may as well not have come.
        do { return try JSONDocument(answer.body).root } catch { throw ServiceError.responseLost }
    }

    /// - Parameter status: one more that is an answer, and no refusal.
    func answer(to request: HTTPRequest, orStatus status: Int? = nil) async throws -> HTTPResponse {
        var request = request
        request.answerFields.append(ServiceError.restField)
        if let token { request.fields.append(HTTPField("Authorization", "Bearer \(token)")) }
        let response: HTTPResponse
        do { response = try await client.send(request) } catch let failure as HTTPFailure {
            throw ServiceError(failure)
        }
        guard 200..<300 ~= response.status || response.status == status else { throw ServiceError(response) }
        return response
    }

    func url(_ path: [String], _ query: Query, under root: Root = .client) -> String {
        let query = query.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
        return homeserver + "/_matrix/\(root.rawValue)/" + path.map(Self.escaped).joined(separator: "/")
            + (query.isEmpty ? "" : "?\(query)")
    }

    /// A text as one segment of a path, or one value of a query: whatever it is, it leads nowhere else.
    static func escaped(_ text: String) -> String {
        // As a whole segment, dots would lead upwards.
        if text == "." || text == ".." { return text.replacing(".", with: "%2E") }
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) {
                escaped.append(byte)
            } else {
                let digits = Array("0123456789ABCDEF".utf8)
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
