import Foundation
import HTTPClient
import Testing

/// Each test runs in a process of its own, since the environment is shared within one.
@Suite(.timeLimit(.minutes(20))) struct ProxyTests {
    @Test func `the proxy in the environment receives the whole address`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try ServerFake { _, connection in connection.answer("by proxy") }
            setenv("http_proxy", proxy.url, 1)
            let response = try await PatientClient().send(HTTPRequest(.get, "http://name.invalid/path"))
            #expect(response.body == [UInt8]("by proxy".utf8))
            #expect(proxy.requests.map(\.path) == ["http://name.invalid/path"])
        }
    }

    @Test func `a server on this machine is reached without a proxy, whatever the environment says`() async {
        await #expect(processExitsWith: .success) {
            let (proxy, server) = (
                try ServerFake { _, connection in connection.answer("by proxy") },
                try ServerFake { _, connection in connection.answer("straight") }
            )
            for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, proxy.url, 1) }
            for host in ["127.0.0.1", "localhost"] {
                let url = server.url.replacing("127.0.0.1", with: host)
                #expect(try await PatientClient().send(HTTPRequest(.get, url)).body == [UInt8]("straight".utf8))
            }
            #expect(proxy.connectionCount == 0)
        }
    }

    @Test func `hosts that the environment exempts bypass the proxy`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try ServerFake { _, connection in connection.answer("by proxy") }
            setenv("http_proxy", proxy.url, 1)
            setenv("no_proxy", "name.invalid", 1)
            let failure = await #expect(throws: HTTPError.self) {
                try await PatientClient().send(HTTPRequest(.get, "http://name.invalid/path"))
            }
            #expect(failure?.reason == .hostNotFound && proxy.connectionCount == 0)
        }
    }

    @Test func `a proxy that refuses a tunnel is reported and learns no secret`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try ServerFake { _, connection in connection.answer(403, [], [UInt8]("no".utf8)) }
            setenv("https_proxy", "http://user:SECRET@127.0.0.1:\(proxy.port)", 1)
            let request = HTTPRequest(
                .put,
                "https://name.invalid/path?access_token=SECRET",
                fields: [HTTPField("Authorization", "Bearer SECRET"), HTTPField("X-Token", "SECRET")],
                body: .bytes([UInt8]("SECRET".utf8))
            )
            let failure = await #expect(throws: HTTPError.self) { try await PatientClient().send(request) }
            #expect(failure == HTTPError(.proxyFailed, host: "name.invalid", mayHaveReachedServer: false))
            #expect(proxy.requests.map(\.path) == ["name.invalid:443"])
            #expect(proxy.requests.allSatisfy { !$0.head.contains("SECRET") && $0.body.isEmpty })
        }
    }

    @Test func `an unreachable proxy fails before anything is sent`() async {
        await #expect(processExitsWith: .success) {
            setenv("https_proxy", "http://user:SECRET@127.0.0.1:1", 1)
            let request = HTTPRequest(.get, "https://name.invalid/")
            let failure = await #expect(throws: HTTPError.self) { try await PatientClient().send(request) }
            #expect(failure?.mayHaveReachedServer == false)
            #expect(failure.map { "\($0)" }?.contains("SECRET") == false)
        }
    }
}
