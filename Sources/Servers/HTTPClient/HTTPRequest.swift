/// A request with its limits.
public struct HTTPRequest: Sendable {
    /// The methods that the adapters of servers need.
    public enum Method: String, Hashable, Sendable {
        /// Reads, and changes nothing.
        case get = "GET"
        /// Stores something; repeating it changes nothing.
        case put = "PUT"
        /// Performs an action each time.
        case post = "POST"
        /// Deletes something.
        case delete = "DELETE"
    }

    /// The body of a request.
    public enum Body: Sendable {
        /// The whole body in memory.
        case bytes([UInt8])
        /// A number of bytes that are read in order, in parts, while they are sent; never in memory as a whole.
        ///
        /// An error of the function ends the transfer and is rethrown. After the first part was read, a dead connection is not
        /// replaced.
        case parts(count: Int64, HTTPBodyReader)
    }

    /// The destination of the response's body.
    public enum Destination: Sendable {
        /// To `HTTPResponse.body`.
        case memory
        /// A function that receives the body in parts, each after it has returned from the last one: the server waits for it.
        ///
        /// Only bodies with status 200 or 206 are delivered; others go to memory, up to 64 KiB. An offset above zero requests the
        /// bytes from there on, so that an interrupted transfer can continue. If the server cannot do that, the bytes before the
        /// offset are skipped. An error of the function ends the transfer and is rethrown.
        case parts(from: Int64, HTTPBodyReceiver)
    }

    /// The method. A GET has no body, and only a GET follows redirects.
    public var method: Method
    /// An absolute, escaped URL with `http` or `https`, without a name and password.
    public var url: String
    /// The header fields. Fields that the client sets, such as `Host` and `Content-Length`, are refused.
    public var fields: [HTTPField]
    /// The body; nil in a GET.
    public var body: Body?
    /// The destination of the response's body; only one of the two bodies can be in parts.
    public var destination: Destination
    /// The names of the fields that `HTTPResponse.fields` will contain.
    public var responseFields: [String]
    /// The limits in time and memory.
    public var limits: HTTPLimits
    /// The number of redirects that a GET follows; with zero, a redirect is returned as the response.
    ///
    /// Redirects lead to `https` only, or from loopback to loopback. Another origin receives only the fields `Accept`,
    /// `Accept-Language`, `Range` and `User-Agent`.
    public var redirections: Int
    /// Whether the server answers late on purpose. A long poll leaves places for other requests to the host.
    public var isLongPoll = false

    public init(
        _ method: Method,
        _ url: String,
        fields: [HTTPField] = [],
        body: Body? = nil,
        destination: Destination = .memory,
        responseFields: [String] = [],
        limits: HTTPLimits = HTTPLimits(),
        redirections: Int = 0
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.destination = destination
        self.responseFields = responseFields
        self.limits = limits
        self.redirections = redirections
    }
}

/// Returns `count` bytes of a body from `offset` on.
public typealias HTTPBodyReader = @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]

/// Receives the next bytes of a response.
public typealias HTTPBodyReceiver = @Sendable (_ bytes: [UInt8]) async throws -> Void

/// The limits of one request.
public struct HTTPLimits: Hashable, Sendable {
    /// The time from the call to the end of the response, including redirects and waiting for a connection.
    public var total: Duration
    /// The time for connecting: name lookup, TCP and TLS. Waiting for a place among the requests to the host does not count.
    public var connecting: Duration
    /// The time without a byte in either direction, once the request is being sent. Time spent in the caller's own reading and
    /// receiving does not count. A long poll is silent while it waits.
    public var silence: Duration
    /// The size of the response's body in bytes, after decompression.
    public var bodyBytes: Int64
    /// The size of the response's header in bytes, including interim responses and trailers.
    public var headerBytes: Int

    public init(
        total: Duration = .seconds(60),
        connecting: Duration = .seconds(10),
        silence: Duration = .seconds(30),
        bodyBytes: Int64 = 1 << 20,
        headerBytes: Int = 1 << 16
    ) {
        self.total = total
        self.connecting = connecting
        self.silence = silence
        self.bodyBytes = bodyBytes
        self.headerBytes = headerBytes
    }
}
