/// HTTP over the system's libcurl: verified TLS, HTTP/2, compression, reused connections, and the proxies in the environment
/// (`https_proxy`, `no_proxy` and the like).
///
/// One thread serves all requests and sleeps while nothing happens. It ends when the client is released. A host gets at most eight
/// requests at a time, of which at most six are long polls or have a body in parts; the others wait in order of arrival, within
/// their limits. A dead connection is replaced and the request sent again, unless it is a POST, which is sent at most once. Bodies
/// in parts are read and received in the caller's task, with one part in memory.
public final class CurlClient: HTTPClient {
    private let commands = CurlCommands()

    /// - Parameter authorities: a PEM file with trusted certificate authorities, instead of the system's.
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

    /// Performs one transfer, and reads or receives its parts.
    private func move(_ request: HTTPRequest, at address: HTTPAddress) async throws -> CurlResponse {
        let id = commands.makeID()
        let pipe = PartPipe { [commands] in commands.resume(id) }
        switch (request.body, request.destination) {
        case (.parts(let count, let read)?, _):
            async let end = answer(to: request, at: address, id, pipe)
            guard try await pipe.send(count, read) else {
                throw HTTPError(.bodyTooShort, host: address.host, mayHaveReachedServer: true)
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
    ) async throws -> CurlResponse {
        defer { pipe.end() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                commands.begin(
                    CurlJob(id: id, request: request, address: address, pipe: pipe, caller: caller)
                )
            }
        } onCancel: {
            commands.cancel(id)
        }
    }
}
