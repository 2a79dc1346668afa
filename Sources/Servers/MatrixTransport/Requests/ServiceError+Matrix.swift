import ChatTypes
import HTTPClient

extension ServiceError {
    /// What a homeserver says when it does not do what it is asked.
    init(_ response: HTTPResponse) {
        // It may be a page for people, of a proxy in between.
        let said = try? JSONDocument(response.body, limits: JSONLimits(values: 1000)).root
        let code = said?["errcode"]?.string ?? ""
        let text = said?["error"]?.string ?? "The server answers \(response.status)"
        switch (response.status, code) {
        case (401, _), (_, "M_UNKNOWN_TOKEN"), (_, "M_MISSING_TOKEN"): self = .unauthorized
        case (429, _), (_, "M_LIMIT_EXCEEDED"):
            self = .tryAgain(after: Self.rest(said, response.value(of: Self.restField)))
        case (413, _), (_, "M_TOO_LARGE"): self = .refused(.tooLong, text: text)
        case (_, "M_UNKNOWN_POS"): self = .refused(.unknownCursor, text: text)
        case (408, _), (500..., _), (..<400, _): self = .responseLost
        // A refusal in words of its own is the server's; without any it may be that of a proxy in between.
        case (404, ""), (403, ""): self = .responseLost
        default: self = .refused(RefusalCode(rawValue: code.isEmpty ? "\(response.status)" : code), text: text)
        }
    }

    /// Where a homeserver, or a proxy before it, says for how many seconds it wants rest.
    static let restField = "Retry-After"

    /// For how long it is asked nothing: an hour at most, a second where it does not say.
    private static func rest(_ said: JSONValue?, _ field: String?) -> Duration {
        if let milliseconds = said?["retry_after_ms"]?.integer {
            return .milliseconds(min(max(milliseconds, 0), 3_600_000))
        }
        return .seconds(min(max(field.flatMap { Int64($0) } ?? 1, 0), 3600))
    }

    init(_ failure: HTTPFailure) {
        switch failure.reason {
        case .invalidRequest:
            self = .refused(RefusalCode(rawValue: "http"), text: failure.description)
        default: self = failure.mayHaveReachedServer ? .responseLost : .unreachable
        }
    }

    static let encrypted = Self.refused(
        .encrypted,
        text: "This room is encrypted, and nothing can be encrypted here: nothing was sent"
    )
    static let unknownSyncCursor = Self.refused(.unknownCursor, text: "The server has forgotten where we were")
    static let unknownPageCursor = Self.refused(.unknownCursor, text: "There is no such place in the chat")
}

extension RefusalCode {
    /// What is written in an encrypted room is meant for its members alone, and we cannot encrypt.
    static let encrypted = Self(rawValue: "encrypted")
    /// The room goes on in another.
    static let replaced = Self(rawValue: "replaced")
    static let forbidden = Self(rawValue: "M_FORBIDDEN")
    static let notFound = Self(rawValue: "M_NOT_FOUND")
    /// The server has no such request.
    static let unrecognized = Self(rawValue: "M_UNRECOGNIZED")
    static let roomInUse = Self(rawValue: "M_ROOM_IN_USE")
}
