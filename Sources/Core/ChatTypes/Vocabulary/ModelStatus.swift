public import RuntimeKit

/// The state of the connection to the server: two independent facts.
public struct Connection: Hashable, Sendable {
    /// Whether requests succeed.
    public enum Requests: Hashable, Sendable {
        /// No request has been answered yet, and none has failed.
        case untried
        /// The last request was answered.
        case working
        /// Requests fail and are retried.
        case failing(ServiceError)

        /// The sentence that says what the user must do before requests succeed again; nil if nothing is known.
        public var reasonToLogIn: String? {
            if case .failing(.unauthorized(let text)) = self { text } else { nil }
        }
    }

    /// Whether updates arrive live.
    public enum LiveLink: Hashable, Sendable {
        /// The connection has not been made yet.
        case connecting
        /// The connection is open, or is being reopened after a drop.
        case open
        /// The last attempt to connect failed, or the server asked to wait. Until one succeeds, updates arrive with
        /// each sync.
        case failing
    }

    /// The result of the last sync.
    public var requests: Requests
    /// The state of the account's push connection. A chat's socket has no state here.
    public var liveLink: LiveLink
    /// The account whose connection it is, where several are shown and the others' differ; nil otherwise.
    public var account: AccountName?

    public init(requests: Requests = .untried, liveLink: LiveLink = .connecting) {
        self.requests = requests
        self.liveLink = liveLink
    }
}

/// A model's state towards the server and the disk.
public struct ModelStatus: Hashable, Sendable {
    /// The state of the connection to the server.
    public var connection: Connection
    /// The reason why the last write failed; nil once a later one succeeds.
    public var storageProblem: StorageProblem?

    public init(connection: Connection = Connection(), storageProblem: StorageProblem? = nil) {
        self.connection = connection
        self.storageProblem = storageProblem
    }
}

/// The answer of a model to a screen: the content and the model's status, both of one moment.
public struct QueryResult<Content: Sendable>: Sendable {
    /// The content, or the reason why the history cannot be read.
    public let content: Result<Content, StorageProblem>
    /// The state of the connection and of the disk at that moment.
    public let status: ModelStatus

    /// Creates a result.
    public init(_ content: Result<Content, StorageProblem>, status: ModelStatus) {
        self.content = content
        self.status = status
    }

    /// Returns a result with transformed content and the same status.
    public func map<Other>(_ transform: (Content) -> Other) -> QueryResult<Other> {
        QueryResult<Other>(content.map(transform), status: status)
    }
}

extension QueryResult: Equatable where Content: Equatable {}
