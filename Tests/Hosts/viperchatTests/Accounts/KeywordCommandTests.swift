import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import MatrixTransport
import RuntimeKit
import SimulationKit
import Testing

@testable import HostKit
@testable import viperchat

/// The words that mention the user, as `keywords` prints and changes them.
@Suite struct KeywordCommandTests {
    private let data = DataFolder()

    /// Runs a command on an account with some keywords. Returns its exit code and what it prints.
    private func run(_ action: KeywordAction, with keywords: String...) async throws -> (ExitCode, [Substring]) {
        let pipe = PipeFake()
        let profile = data.profile
        try profile.prepare()
        let account = MatrixAccount(homeserver: "https://h", user: ContactID("@me:h"), device: "D", token: "t")
        let environment = ChatEnvironment(
            clock: VirtualClock(),
            now: { Date(timeIntervalSince1970: 0) },
            calendar: .utcInUSEnglish,
            random: RandomSource(SplitMix64(seed: 1))
        )
        let server = try profile.homeserver(of: account, over: RulesFake(keywords: keywords), environment)
        let output = LineOutput(descriptor: pipe.writeEnd)
        let code = try await KeywordCommand(server: server, output: output, profile: profile).run(action)
        pipe.closeWriteEnd()
        return (code, String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n"))
    }

    @Test func `the list has each word, harmless on a terminal, or the command that adds the first one`() async throws {
        let (code, lines) = try await run(.list, with: "deploy", "x\\u001b[2J")
        #expect(code == .ok && lines == ["deploy", "x␛[2J"])
        let (_, none) = try await run(.list)
        #expect(none == ["No keywords: viperchat keywords add WORD"])
    }

    @Test func `a word is removed in any case of its letters, and one that is not there is a failure`() async throws {
        let (code, lines) = try await run(.remove("DEPLOY"), with: "deploy")
        #expect(code == .ok && lines == ["DEPLOY is not a keyword any more"])
        let (unknown, reason) = try await run(.remove("tea"), with: "deploy")
        #expect(unknown == .dataError && reason == ["There is no keyword tea"])
    }
}

/// A homeserver with rules for keywords, given as they stand in JSON, which takes every change.
private struct RulesFake: HTTPClient {
    let keywords: [String]

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let rules = keywords.map { #"{"pattern":"\#($0)","rule_id":"\#($0)","enabled":true}"# }.joined(separator: ",")
        let body = request.method == .get ? #"{"global":{"content":[\#(rules)]}}"# : "{}"
        return HTTPResponse(status: 200, mediaType: "application/json", body: Array(body.utf8))
    }
}
