/// Sends requests over HTTP: the seam between a server's adapter and the network.
public protocol HTTPClient: Sendable {
    /// Sends one request and returns its answer, whatever the status.
    ///
    /// Bounded in time and in memory by the request's limits. When the caller's task is cancelled the transfer ends at
    /// once; nothing more is sent or handed over after this has returned or thrown. Throws an `HTTPFailure`, a
    /// `CancellationError`, or what reads or receives in parts has thrown.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
