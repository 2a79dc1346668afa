/// One request, with everything that bounds it.
public struct HTTPRequest: Sendable {
    /// What the server is asked to do; there are no more than a server's adapter needs.
    public enum Method: String, Hashable, Sendable {
        /// Reads, and changes nothing.
        case get = "GET"
        /// Puts something in a place; done twice it has the effect of once.
        case put = "PUT"
        /// Asks for something to be done, each time anew.
        case post = "POST"
        /// Takes something away.
        case delete = "DELETE"
    }

    /// What is sent.
    public enum Body: Sendable {
        /// All of it, in memory.
        case bytes([UInt8])
        /// So many bytes, read in parts while they are sent, one after the other; never in memory as a whole.
        ///
        /// What `read` throws ends the transfer, and is thrown as it is. A connection that turns out to be dead after something was
        /// read is not made again.
        case parts(count: Int64, HTTPReading)
    }

    /// Where the body of the answer goes.
    public enum Destination: Sendable {
        /// To `HTTPResponse.body`.
        case memory
        /// Handed over in parts as they come, each once the one before is taken: the server waits for who receives.
        ///
        /// Only what answers 200 or 206 is handed over; any other answer goes to memory, 64 KiB of it at most. An offset above zero
        /// asks for what follows so many bytes, so that a transfer that broke off can go on; of a server that cannot do that
        /// comes the whole, and what lies before the offset is left out. What `receive` throws ends the transfer, and is
        /// thrown as it is.
        case parts(from: Int64, HTTPReceiving)
    }

    /// A GET has no body, and alone follows redirections.
    public var method: Method
    /// Absolute, with `http` or `https`, escaped, without a name and password.
    public var url: String
    /// Beside those that the client makes itself, such as `Host` and `Content-Length`: those are refused here.
    public var fields: [HTTPField]
    /// Nil when nothing is sent, as it has to be in a GET.
    public var body: Body?
    /// Where the answer's body goes; only one of the two bodies can be in parts.
    public var destination: Destination
    /// The names of the fields that `HTTPResponse.fields` is to have.
    public var answerFields: [String]
    /// What it may take at most, in time and in memory.
    public var limits: HTTPLimits
    /// How many redirections of a GET are followed, one after the other; with none, they are answers like any other.
    ///
    /// They lead to `https` alone, or from loopback to loopback. Another origin gets none of `fields` but those that say
    /// what is asked for (`Accept`, `Accept-Language`, `Range`, `User-Agent`).
    public var redirections: Int

    public init(
        _ method: Method,
        _ url: String,
        fields: [HTTPField] = [],
        body: Body? = nil,
        destination: Destination = .memory,
        answerFields: [String] = [],
        limits: HTTPLimits = HTTPLimits(),
        redirections: Int = 0
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.destination = destination
        self.answerFields = answerFields
        self.limits = limits
        self.redirections = redirections
    }
}

/// Gives so many bytes of a body from `offset` on.
public typealias HTTPReading = @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]

/// Takes the next bytes of an answer.
public typealias HTTPReceiving = @Sendable (_ bytes: [UInt8]) async throws -> Void
