/// Why there is no answer. No text in it has a secret of the request.
public struct HTTPFailure: Error, Hashable, Sendable {
    /// What went wrong.
    public enum Reason: Error, Hashable, Sendable {
        /// The request is none that may be sent; the text says what is wrong with it.
        case invalidRequest(String)
        /// The name of the host has no address.
        case hostNotFound
        /// No one takes connections there.
        case cannotConnect
        /// The proxy has no address, or refuses.
        case proxyFailed
        /// The certificate is not the host's, is out of date, or no authority vouches for it.
        case certificateNotTrusted
        /// The two sides found no encryption that both know.
        case tlsFailed
        /// The connection ended before the answer did.
        case connectionLost
        /// The time for connecting, or for the whole, is over.
        case timedOut
        /// Nothing has moved for as long as the request allows.
        case silence
        /// The headers or the body passed their limit.
        case tooLarge
        /// What came is not HTTP, or not what was asked for.
        case unusableAnswer
        /// A redirection to where none may lead, or one too many.
        case redirectionRefused(String)
        /// Of what was to be sent, fewer bytes came than were said.
        case bodyTooShort
        /// libcurl could not begin: the process has no memory or no file descriptors left.
        case clientFailed
    }

    /// What went wrong; `description` says it in words.
    public var reason: Reason
    /// The server's name; empty where the address has none.
    public var host: String
    /// False where it is certain that the server has seen nothing of the request, so that sending it again does nothing twice.
    public var mayHaveReachedServer: Bool

    public init(_ reason: Reason, host: String, mayHaveReachedServer: Bool) {
        self.reason = reason
        self.host = host
        self.mayHaveReachedServer = mayHaveReachedServer
    }
}

extension HTTPFailure: CustomStringConvertible {
    /// Where and why, in one line.
    public var description: String { host.isEmpty ? reason.text : "\(host): \(reason.text)" }
}

extension HTTPFailure.Reason {
    fileprivate var text: String {
        switch self {
        case .invalidRequest(let text), .redirectionRefused(let text): text
        case .hostNotFound: "No server of this name is known"
        case .cannotConnect: "The server takes no connection"
        case .proxyFailed: "The proxy does not lead to the server"
        case .certificateNotTrusted: "The server's certificate is not trusted"
        case .tlsFailed: "No secure connection to the server can be made"
        case .connectionLost: "The connection broke before the answer was whole"
        case .timedOut: "The request took too long"
        case .silence: "The server fell silent"
        case .tooLarge: "The answer is larger than was asked for"
        case .unusableAnswer: "The answer is none that was asked for"
        case .bodyTooShort: "There is less to send than was said"
        case .clientFailed: "The system has no memory or no file descriptors left for a request"
        }
    }
}
