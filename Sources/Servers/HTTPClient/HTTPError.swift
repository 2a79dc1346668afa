/// A request without a response. The error never contains secrets of the request.
public struct HTTPError: Error, Hashable, Sendable {
    /// The cause of a failure.
    public enum Reason: Error, Hashable, Sendable {
        /// The request is invalid and was not sent; with the reason.
        case invalidRequest(String)
        /// The host's name has no address.
        case hostNotFound
        /// The host refuses connections.
        case cannotConnect
        /// The proxy has no address or refuses.
        case proxyFailed
        /// The certificate belongs to another host, has expired, or is not signed by a trusted authority.
        case certificateNotTrusted
        /// Both sides support no common encryption.
        case tlsFailed
        /// The connection ended before the response did.
        case connectionLost
        /// The time limit for connecting, or in total, is over.
        case timedOut
        /// No bytes moved within the request's limit.
        case silence
        /// The headers or the body exceed their limit.
        case tooLarge
        /// The response is not HTTP, or does not match the request.
        case unusableAnswer
        /// A redirect to a forbidden address, or one too many.
        case redirectionRefused(String)
        /// The body to send was shorter than its declared length.
        case bodyTooShort
        /// libcurl could not start: the process has no memory or file descriptors left.
        case clientFailed
    }

    /// The cause; `description` puts it into words.
    public var reason: Reason
    /// The server's name; empty if the address has none.
    public var host: String
    /// False if the server has certainly not received the request, so that sending it again is safe.
    public var mayHaveReachedServer: Bool

    public init(_ reason: Reason, host: String, mayHaveReachedServer: Bool) {
        self.reason = reason
        self.host = host
        self.mayHaveReachedServer = mayHaveReachedServer
    }
}

extension HTTPError: CustomStringConvertible {
    /// The host and the cause in one line.
    public var description: String { host.isEmpty ? reason.text : "\(host): \(reason.text)" }
}

extension HTTPError.Reason {
    fileprivate var text: String {
        switch self {
        case .invalidRequest(let text), .redirectionRefused(let text): text
        case .hostNotFound: "No server with this name is known"
        case .cannotConnect: "The server refuses connections"
        case .proxyFailed: "The proxy does not reach the server"
        case .certificateNotTrusted: "The server's certificate is not trusted"
        case .tlsFailed: "A secure connection to the server is not possible"
        case .connectionLost: "The connection was lost before the response was complete"
        case .timedOut: "The request took too long"
        case .silence: "The server stopped responding"
        case .tooLarge: "The response is too large"
        case .unusableAnswer: "The response does not match the request"
        case .bodyTooShort: "The data to send is shorter than declared"
        case .clientFailed: "The system has no memory or file descriptors left for a request"
        }
    }
}
