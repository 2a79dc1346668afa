import ChatTypes
import HTTPClient
import JSONKit

extension ServiceError {
    /// The error in a response, without the secrets of the request.
    init(_ response: HTTPResponse, hiding mask: SecretMask = SecretMask()) {
        // The body may be an HTML page of a proxy.
        let said = try? JSONDocument(response.body, limits: JSONLimits(values: 1000), mask: mask).root
        let code = said?["errcode"]?.string ?? ""
        let text = said?["error"]?.string ?? "The server answers \(response.status)"
        switch (response.status, code) {
        case (401, _), (_, "M_UNKNOWN_TOKEN"), (_, "M_MISSING_TOKEN"): self = .endedLogin
        case (429, _), (_, "M_LIMIT_EXCEEDED"):
            self = .tryAgain(after: Self.rest(said, response.value(of: Self.restField)))
        case (413, _), (_, "M_TOO_LARGE"): self = .refused(.tooLong, text: text)
        case (_, "M_UNKNOWN_POS"): self = .refused(.unknownCursor, text: text)
        case (408, _), (500..., _), (..<400, _): self = .responseLost
        // Without an error code, the refusal may be a proxy's, so the request is repeated.
        case (404, ""), (403, ""): self = .responseLost
        default: self = .refused(RefusalCode(rawValue: code.isEmpty ? "\(response.status)" : code), text: text)
        }
    }

    /// The field with the pause in seconds that a homeserver, or a proxy, asks for.
    static let restField = "Retry-After"

    /// Returns the pause before the next request: at most an hour, one second if not given.
    private static func rest(_ said: JSONValue?, _ field: String?) -> Duration {
        if let milliseconds = said?["retry_after_ms"]?.integer {
            return .milliseconds(min(max(milliseconds, 0), 3_600_000))
        }
        return .seconds(min(max(field.flatMap { Int64($0) } ?? 1, 0), 3600))
    }

    init(_ failure: HTTPError) {
        switch failure.reason {
        case .invalidRequest:
            self = .refused(RefusalCode(rawValue: "http"), text: failure.description)
        default: self = failure.mayHaveReachedServer ? .responseLost : .unreachable
        }
    }

    /// The error of a token that the homeserver does not accept.
    static let endedLogin = Self.unauthorized(text: "The server has ended this login: log in again")

    static let encrypted = Self.refused(
        .encrypted,
        text: "This room is encrypted, and there are no encryption keys here: nothing was sent"
    )
    /// The refusal to send to users whose identities have changed.
    static func changedIdentity(of users: [ContactID]) -> Self {
        let names = users.prefix(3).map(\.rawValue).joined(separator: ", ") + (users.count > 3 ? " and others" : "")
        let text = "The identity of \(names) has changed: verify it again, or acknowledge the change, and send again"
        return .refused(.changedIdentity, text: text.cut(toBytes: Limits.reasonBytes))
    }
    static let unknownSyncCursor = Self.refused(
        .unknownCursor,
        text: "The server no longer knows this position in the sync"
    )
    static let unknownPageCursor = Self.refused(.unknownCursor, text: "There is no such position in the chat")
}

extension RefusalCode {
    /// The room is encrypted, and messages cannot be encrypted here.
    static let encrypted = Self(rawValue: "encrypted")
    /// The identity of somebody who would read the message has changed.
    static let changedIdentity = Self(rawValue: "changed_identity")
    /// Another room has replaced the room.
    static let replaced = Self(rawValue: "replaced")
    static let forbidden = Self(rawValue: "M_FORBIDDEN")
    static let notFound = Self(rawValue: "M_NOT_FOUND")
    /// The server does not know the request.
    static let unrecognized = Self(rawValue: "M_UNRECOGNIZED")
    static let roomInUse = Self(rawValue: "M_ROOM_IN_USE")
}
