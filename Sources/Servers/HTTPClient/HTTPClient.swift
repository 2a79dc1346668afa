/// Sends requests over HTTP: the interface between the adapter of a server and the network.
public protocol HTTPClient: Sendable {
    /// Sends a request and returns its response, with any status.
    ///
    /// Time and memory are bounded by the request's limits. Cancelling the caller's task ends the transfer at once; nothing is sent
    /// or delivered after this returns or throws. Throws an `HTTPError`, a `CancellationError`, or the error of a function that
    /// reads or receives parts.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// The response to a request.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code, such as 200 or 404.
    public var status: Int
    /// `type/subtype` in lower case and without parameters; empty if missing or malformed.
    public var mediaType: String
    /// The header fields that the request asked for, with its spelling of their names, in order of arrival.
    public var fields: [HTTPField]
    /// The body; empty if it was delivered in parts.
    public var body: [UInt8]

    public init(status: Int, mediaType: String = "", fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.mediaType = mediaType
        self.fields = fields
        self.body = body
    }

    /// Returns the value of the first field with a name, ignoring case.
    public func value(of name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }
}

/// A header field. Names compare without regard to case.
public struct HTTPField: Hashable, Sendable {
    /// In a request an HTTP token; in a response spelled as in the request.
    public var name: String
    /// In a response any text of the server without control characters, except tabs.
    public var value: String

    public init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }

    /// Whether the field has a name, ignoring case.
    func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}
