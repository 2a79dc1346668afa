import HTTPClient

/// Says of each request what was asked and what came of it, without anything secret.
struct RequestLog: HTTPClient {
    let client: any HTTPClient
    let output: LineOutput

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let clock = ContinuousClock()
        let start = clock.now
        let result: Result<HTTPResponse, any Error>
        do { result = .success(try await client.send(request)) } catch { result = .failure(error) }
        let took = "\((clock.now - start) / .milliseconds(1))".prefix { $0 != "." }
        let end =
            switch result {
            case .success(let response): "\(response)"
            case .failure(is CancellationError): "cancelled"
            case .failure(let error): "\(error)"
            }
        output.write("\(request) -> \(TerminalText.oneLine(end)) (\(took) ms)")
        return try result.get()
    }
}
