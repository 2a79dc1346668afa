/// Whether the server is there.
public enum ConnectionState: Hashable, Sendable {
    case connecting
    case connected
    /// It is being tried again all the time; the text says why it fails, for people.
    case offline(reason: String)
}

extension ConnectionState {
    /// What a screen says beside its content, which may be out of date; nil while connected.
    public var statusText: String? {
        switch self {
        case .connecting: "Connecting…"
        case .connected: nil
        case .offline(let reason): "Offline: \(reason); trying again"
        }
    }
}

/// How a model stands with the server and the disk.
public struct ModelStatus: Hashable, Sendable {
    public var connection: ConnectionState
    /// Why the last attempt to write failed; nil once a later one succeeds.
    public var storageProblem: String?

    public init(connection: ConnectionState = .connecting, storageProblem: String? = nil) {
        self.connection = connection
        self.storageProblem = storageProblem
    }
}
