import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import Testing

@testable import HostKit
@testable import viperchat

/// The names of stored chats for completion, and the log of requests.
@Suite struct NamesCommandTests {
    private let data = DataFolder()
    private let pipe = PipeFake()

    private var output: LineOutput { LineOutput(descriptor: pipe.writeEnd) }

    private func printed() -> [Substring] {
        pipe.closeWriteEnd()
        return String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
    }

    @Test func `a chat has its name, or its ID if that cannot be typed or is another's, too`() async throws {
        try data.fill { writer in
            for (number, name) in ["Ada L.", "Ben", "Ben", "-x", "a\u{1B}b", "two  spaces"].enumerated() {
                try writer.register(
                    ChatHeader(
                        id: ChatID("!\(number):h"),
                        contact: Contact(id: ContactID("@\(number):h"), name: name),
                        createdAt: Date(timeIntervalSince1970: Double(1000 - number))
                    )
                )
            }
        }
        #expect(try await NamesCommand(profile: data.profile, output: output).run(.chats) == .ok)
        #expect(printed() == ["Ada L.", "!1:h", "!2:h", "!3:h", "!4:h", "!5:h"])
    }

    @Test func `a folder without anything stored has no names, and nothing is created`() async throws {
        let profile = Profile(directory: data.url.appending(path: "none"))
        #expect(try await NamesCommand(profile: profile, output: output).run(.chats) == .ok)
        #expect(printed().isEmpty && !FileManager.default.fileExists(atPath: profile.directory.path))
    }

    @Test func `profiles are folders whose names can be typed, in order`() async throws {
        for name in ["work", "home", "a b", ".hidden"] {
            try Profile(directory: data.url.appending(path: name)).prepare()
        }
        try Data().write(to: data.url.appending(path: "file"))
        let profile = Profile(directory: data.url.appending(path: "home"))
        #expect(try await NamesCommand(profile: profile, output: output).run(.profiles) == .ok)
        #expect(printed() == ["home", "work"])
    }

    private struct FailingClient: HTTPClient {
        let error: any Error
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw error }
    }

    @Test func `a failed request is logged in one harmless line, and still fails`() async throws {
        let log = RequestLog(client: FailingClient(error: UsageError("so\u{1B}[2J")), output: output)
        await #expect(throws: UsageError.self) { try await log.send(HTTPRequest(.get, "https://h.test/x")) }
        let cancelled = RequestLog(client: FailingClient(error: CancellationError()), output: output)
        await #expect(throws: CancellationError.self) {
            try await cancelled.send(HTTPRequest(.get, "https://h.test/x"))
        }
        let lines = printed()
        try #require(lines.count == 2)
        #expect(lines[0].contains(" -> so␛[2J. (") && lines[1].contains(" -> cancelled ("))
        #expect(lines.allSatisfy { $0.hasPrefix("GET https://h.test") && $0.hasSuffix(" ms)") })
    }
}
