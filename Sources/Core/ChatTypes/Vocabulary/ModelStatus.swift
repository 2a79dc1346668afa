/// How it stands with the server: two facts that do not follow from each other.
public struct Connection: Hashable, Sendable {
    /// Whether requests get through.
    public enum Requests: Hashable, Sendable {
        /// None has been answered yet, and none has failed.
        case untried
        /// The last one was answered.
        case working
        /// They are tried again all the time.
        case failing(ServiceError)
    }

    /// Whether news comes by itself.
    public enum LiveLink: Hashable, Sendable {
        /// It has not been made yet.
        case connecting
        /// It stands, or has dropped and is made again at once.
        case standing
        /// The last attempt to make it failed, or the server has asked for rest; until one succeeds, news comes with each sync.
        case failing
    }

    /// As the last attempt to sync went.
    public var requests: Requests
    /// The account's push connection; how a chat's socket stands is not told.
    public var liveLink: LiveLink

    public init(requests: Requests = .untried, liveLink: LiveLink = .connecting) {
        self.requests = requests
        self.liveLink = liveLink
    }
}

/// How a model stands with the server and the disk.
public struct ModelStatus: Hashable, Sendable {
    /// How it stands with the server; the disk's side is `storageProblem`.
    public var connection: Connection
    /// Why the last attempt to write failed; nil once a later one succeeds.
    public var storageProblem: StorageProblem?

    public init(connection: Connection = Connection(), storageProblem: StorageProblem? = nil) {
        self.connection = connection
        self.storageProblem = storageProblem
    }
}
