/// Sends requests over HTTP: the seam between a server's adapter and the network.
public protocol HTTPClient: Sendable {
    /// Sends one request and returns its answer, whatever the status.
    ///
    /// Bounded in time and in memory by the request's limits. When the caller's task is cancelled the transfer ends at
    /// once; nothing more is sent, handed over or reported after this has returned or thrown. Throws an `HTTPFailure`, a
    /// `CancellationError`, or what reads or receives in parts has thrown.
    ///
    /// - Parameter progress: told how far what goes in parts has come, in order, every 256 KiB and at its end. It is
    ///   called on the client's own thread, which serves all requests: it may post to a mailbox, and must not wait.
    func send(
        _ request: HTTPRequest,
        progress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws -> HTTPResponse
}

extension HTTPClient {
    /// Sends one request of whose progress nothing need be known.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request) { _ in }
    }
}
