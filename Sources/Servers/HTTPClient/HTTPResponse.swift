/// The answer to a request.
public struct HTTPResponse: Hashable, Sendable {
    /// The server's number for how it went, such as 200 or 404: with any of them it is an answer.
    public var status: Int
    /// `type/subtype` in lower case and without parameters; empty where the server said none that is well formed.
    public var mediaType: String
    /// Those that the request asked for, under the names it used, in the order in which they came.
    public var fields: [HTTPField]
    /// Empty where it was handed over in parts.
    public var body: [UInt8]

    public init(status: Int, mediaType: String = "", fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.mediaType = mediaType
        self.fields = fields
        self.body = body
    }

    /// The value of the first field of that name, whatever its case.
    public func value(of name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }
}
