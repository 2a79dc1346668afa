import Foundation
import HTTPClient
import Testing

/// Each test runs in a process of its own without free file descriptors.
@Suite(.timeLimit(.minutes(20))) struct DescriptorTests {
    private static func useUpDescriptors() {
        while open("/dev/null", O_RDONLY) >= 0 {}
    }

    @Test func `a client that cannot start refuses requests instead of hanging`() async {
        await #expect(processExitsWith: .success) {
            let spare = open("/dev/null", O_RDONLY)
            Self.useUpDescriptors()
            let client = PatientClient()
            for _ in 0..<3 {
                await #expect(throws: HTTPError(.clientFailed, host: "127.0.0.1", mayHaveReachedServer: false)) {
                    try await client.send(HTTPRequest(.get, "http://127.0.0.1:9"))
                }
            }
            // A sanitizer needs one to report at the end of the process.
            close(spare)
        }
    }

    @Test func `a client without descriptors fails requests and recovers later`() async {
        await #expect(processExitsWith: .success) {
            let server = try ServerFake { _, connection in connection.answer() }
            let client = PatientClient()
            _ = try await client.send(HTTPRequest(.get, server.url))
            let spare = open("/dev/null", O_RDONLY)
            Self.useUpDescriptors()
            let refused = HTTPRequest(.get, "http://127.0.0.1:9")
            let failure = await #expect(throws: HTTPError.self) { try await client.send(refused) }
            #expect(failure?.mayHaveReachedServer == false)
            close(spare)
            #expect(try await client.send(HTTPRequest(.get, server.url)).status == 200)
        }
    }
}
