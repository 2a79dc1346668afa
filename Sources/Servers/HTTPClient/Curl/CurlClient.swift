/// HTTP by the system's libcurl: TLS that is always verified, HTTP/2, compression, connections that are used again, and
/// the proxies that the environment names (`https_proxy`, `no_proxy` and the like).
///
/// One thread serves all requests, however many, and sleeps while nothing moves. It ends when the client is released. At most
/// eight connections lead to one host; what is asked beyond them waits, within its limits. A connection that turns out
/// to be dead is made again, and the request sent again on it, unless it is a POST: that is sent once at most. What goes in
/// parts is read and received by the caller's task, and as much of it as a part is in memory.
public final class CurlClient: HTTPClient {
    private let commands = CurlCommands()

    /// - Parameter authorities: a file of certificates, in PEM, of those who may vouch for servers, in place of the system's.
    public init(authorities: String? = nil) {
        CurlLoop.start(obeying: commands, authorities: authorities)
    }

    deinit { commands.close() }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        var redirectionsLeft = request.redirections
        while true {
            let address = try request.checkedAddress()
            let answer = try await move(request, at: address)
            guard request.followsRedirection(answer.response.status), let url = answer.redirection else {
                return answer.response
            }
            guard redirectionsLeft > 0 else { throw address.refusal("The server redirects without end") }
            redirectionsLeft -= 1
            request = try request.redirected(to: url)
            request.limits.total -= answer.took
        }
    }

    /// Makes one transfer, and meanwhile moves what goes in parts.
    private func move(_ request: HTTPRequest, at address: HTTPAddress) async throws -> CurlAnswer {
        let id = commands.makeID()
        let pipe = PartPipe { [commands] in commands.resume(id) }
        switch (request.body, request.destination) {
        case (.parts(let count, let read)?, _):
            async let end = answer(to: request, at: address, id, pipe)
            guard try await pipe.send(count, read) else {
                throw HTTPFailure(.bodyTooShort, host: address.host, mayHaveReachedServer: true)
            }
            return try await end
        case (_, .parts(_, let receive)):
            async let end = answer(to: request, at: address, id, pipe)
            try await pipe.receive(receive)
            return try await end
        default: return try await answer(to: request, at: address, id, pipe)
        }
    }

    private func answer(
        to request: HTTPRequest,
        at address: HTTPAddress,
        _ id: UInt64,
        _ pipe: PartPipe
    ) async throws -> CurlAnswer {
        defer { pipe.end() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                commands.begin(
                    CurlOrder(id: id, request: request, address: address, pipe: pipe, caller: caller)
                )
            }
        } onCancel: {
            commands.cancel(id)
        }
    }
}
