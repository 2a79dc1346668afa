/// One request, with everything that bounds it.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    /// What is sent.
    public enum Body: Hashable, Sendable {
        case bytes([UInt8])
        /// A regular file, read in parts while it is sent; never in memory as a whole.
        case file(path: String)
    }

    /// Where the body of the answer goes.
    public enum Destination: Hashable, Sendable {
        /// To `HTTPResponse.body`.
        case memory
        /// To a regular file, written in parts as they come; made with mode 0600 where there is none.
        ///
        /// Only what answers 200 or 206 is written; any other answer goes to memory, 64 KiB of it at most. An offset above
        /// zero asks for what follows those bytes of the file, so that a transfer that broke off can go on; a server that
        /// cannot do that sends the whole, which then takes the file's place. What came stays when the rest does not come.
        case file(path: String, offset: Int64 = 0)
    }

    public var method: Method
    /// Absolute, with `http` or `https`, escaped, without a name and password.
    public var url: String
    public var fields: [HTTPField]
    public var body: Body?
    public var destination: Destination
    /// The names of the fields that `HTTPResponse.fields` is to have.
    public var answerFields: [String]
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
