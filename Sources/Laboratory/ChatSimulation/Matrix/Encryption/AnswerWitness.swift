import HTTPClient
import JSONKit

/// A witness of the answers about devices and messages that reach one process of the app.
struct AnswerWitness: HTTPClient {
    let inner: any HTTPClient
    let encryption: SimulatedEncryption

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        if request.url.contains("/send/m.room.encrypted/") {
            let response = try await inner.send(request)
            if response.status == 200 { encryption.noteConfirmed(HomeserverCall(request)) }
            return response
        }
        guard request.url.hasSuffix("/keys/query") else { return try await inner.send(request) }
        let count = encryption.changeCount
        let response = try await inner.send(request)
        if response.status == 200, let answer = try? JSONDocument(response.body).root {
            encryption.noteAnswer(answer, at: count)
        }
        return response
    }
}
