import HTTPClient
import Testing

@Suite(.timeLimit(.minutes(20)), .enabled(if: TLSServer.isAvailable, "there is no openssl to be a server with"))
struct TrustTests {
    @Test func `a certificate without a trusted authority is refused before anything is sent`() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1")
        await #expect(throws: HTTPError(.certificateNotTrusted, host: "127.0.0.1", mayHaveReachedServer: false)) {
            try await PatientClient().send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)"))
        }
    }

    @Test func `a certificate of a trusted authority is accepted`() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1")
        let client = PatientClient(authorities: server.certificate)
        #expect(try await client.send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)")).status == 200)
    }

    @Test func `a certificate for another name is refused despite a trusted authority`() async throws {
        let server = try TLSServer(name: "DNS:example.org")
        let client = PatientClient(authorities: server.certificate)
        await #expect(throws: HTTPError(.certificateNotTrusted, host: "127.0.0.1", mayHaveReachedServer: false)) {
            try await client.send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)"))
        }
    }

    @Test func `unreadable authorities prevent connections`() async throws {
        let client = PatientClient(authorities: "/none")
        let server = try TLSServer(name: "IP:127.0.0.1")
        await #expect(throws: HTTPError(.tlsFailed, host: "127.0.0.1", mayHaveReachedServer: false)) {
            try await client.send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)"))
        }
    }

    @Test func `a server without TLS causes a TLS failure`() async throws {
        let server = try ServerFake { _, _ in .close }
        let plain = try #require(
            await #expect(throws: HTTPError.self) {
                let limits = HTTPLimits(connecting: .milliseconds(200))
                return try await PatientClient().send(
                    HTTPRequest(.get, "https://127.0.0.1:\(server.port)", limits: limits)
                )
            }
        )
        #expect([.tlsFailed, .timedOut].contains(plain.reason))
        #expect(!plain.mayHaveReachedServer)
    }
}
