import ChatTypes
import HTTPClient
import JSONKit
import RuntimeKit

/// Requests to a homeserver's client-server API.
///
/// Every request throws a `ServiceError`, or `CancellationError` when the caller's task is cancelled.
struct MatrixAPI: Sendable {
    typealias Query = [(name: String, value: String)]

    /// The first part of a path.
    enum Root: String {
        case client
        /// Uploads, and downloads before version 1.11 of the specification.
        case media
    }

    /// Without a slash at its end.
    let homeserver: String
    /// The tokens of the account; nil for requests without an account.
    let access: AccessTokens?
    let client: any HTTPClient
    /// The password in a request, which is hidden in its response, as the token is.
    var password: String?

    var mask: SecretMask { SecretMask((access?.secrets ?? []) + [password]) }

    func get(
        _ path: [String],
        query: Query = [],
        under root: Root = .client,
        limits: HTTPLimits = Self.limits
    ) async throws -> JSONValue {
        try await json(HTTPRequest(.get, url(path, query, under: root), limits: limits))
    }

    /// Returns the response; nil if the homeserver finds nothing there.
    func find(_ path: [String], query: Query = []) async throws -> JSONValue? {
        do { return try await get(path, query: query) } catch ServiceError.refused(.notFound, _) { return nil }
    }

    /// Returns the object that a change goes on from; nil if the homeserver finds nothing there.
    ///
    /// Throws `ServiceError.responseLost` for a response that is no object: the change would replace what the homeserver has.
    func findObject(_ path: [String]) async throws -> JSONValue? {
        let found = try await find(path)
        guard found?.isObject != false else { throw ServiceError.responseLost }
        return found
    }

    @discardableResult
    func post(_ path: [String], query: Query = [], _ body: JSONText) async throws -> JSONValue {
        try await send(.post, path, query, body)
    }

    /// Returns the response to a request that may be repeated; nil if it is refused, or if the response is too long or no JSON.
    func postIfReadable(_ path: [String], _ body: JSONText) async throws -> JSONValue? {
        let json = HTTPField("Content-Type", "application/json")
        let request = HTTPRequest(
            .post,
            url(path, []),
            fields: [json],
            body: .bytes(body.bytes),
            limits: Self.limits
        )
        let answer: HTTPResponse
        do { answer = try await response(to: request) } catch let failure as HTTPError {
            if failure.reason == .tooLarge { return nil }
            throw ServiceError(failure)
        } catch ServiceError.refused { return nil }
        return try? JSONDocument(answer.body, mask: mask).root
    }

    @discardableResult
    func put(_ path: [String], query: Query = [], _ body: JSONText) async throws -> JSONValue {
        try await send(.put, path, query, body)
    }

    func delete(_ path: [String]) async throws {
        _ = try await answer(to: HTTPRequest(.delete, url(path, []), limits: Self.limits))
    }

    /// The limits of all requests except long polls and initial syncs.
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
        // Treats an unreadable response as a lost response.
        do { return try JSONDocument(answer.body, mask: mask).root } catch { throw ServiceError.responseLost }
    }

    /// - Parameter status: another status that is not an error.
    func answer(to request: HTTPRequest, orStatus status: Int? = nil) async throws -> HTTPResponse {
        do { return try await response(to: request, orStatus: status) } catch let failure as HTTPError {
            throw ServiceError(failure)
        }
    }

    private func response(to request: HTTPRequest, orStatus status: Int? = nil) async throws -> HTTPResponse {
        var request = request
        request.responseFields.append(ServiceError.restField)
        let response = try await authorized(request)
        guard 200..<300 ~= response.status || response.status == status else {
            let error = ServiceError(response, hiding: mask)
            if case .unauthorized = error, let access { throw access.refusal }
            throw error
        }
        return response
    }

    func url(_ path: [String], _ query: Query, under root: Root = .client) -> String {
        Self.url(homeserver, path, query, under: root)
    }

    static func url(_ homeserver: String, _ path: [String], _ query: Query, under root: Root = .client) -> String {
        let query = query.map { "\($0.name)=\(escaped($0.value))" }.joined(separator: "&")
        return homeserver + "/_matrix/\(root.rawValue)/" + path.map(escaped).joined(separator: "/")
            + (query.isEmpty ? "" : "?\(query)")
    }

    /// Returns a text escaped as one segment of a path, or as one value of a query.
    static func escaped(_ text: String) -> String {
        // As a whole segment, dots would lead to the parent.
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
