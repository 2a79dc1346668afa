import ChatTypes
import Foundation
import JSONKit
import SimulationKit
import Testing

@testable import MatrixTransport

/// Responses of a hostile server. VIPERCHAT_FUZZ sets their number (500).
@Suite struct FuzzTests {
    private static let answers: [String] = [
        answer("1", texts(1...3), state: adasRoomState),
        answer(
            "2",
            texts(4...6),
            limited: "t",
            extra: #","ephemeral":{"events":[{"type":"m.receipt","content":{"$1":{"m.read":{"@ada:test":{}}}}}]}"#
        ),
        #"{"next_batch":"3","rooms":{"invite":{"!r:test":{"invite_state":{"events":[\#(member(ada, "Ada"))]}}},"leave":{}}}"#,
        answer("6", "\(fileEvent(10, caption: "x")),\(captionEdit(of: "$10", "new"))"),
        answer(
            "5",
            "\(replacement(of: "$1", "new")),\(replacement("$e", of: "$9", "x")),\(text(7, editedBy: replacement(of: "$7", "newer")))"
        ),
        #"{"next_batch":"4","account_data":{"events":[{"type":"m.direct","content":{"@ada:test":["!room:test"]}}]}}"#,
    ]

    private static let pieces = [
        "{", "}", "[", "]", "\"", ",", ":", "\\", "\\u0000", "\\ud800", "null", "true", "-", "1e400",
        "9223372036854775808",
        "-9223372036854775808", String(repeating: "[", count: 50), "\u{0}", "{\"a\":",
        String(repeating: "x", count: 600),
    ]

    @Test func `random responses end nothing but themselves`() async throws {
        let count = ProcessInfo.processInfo.environment["VIPERCHAT_FUZZ"].flatMap { Int($0) } ?? 500
        let folder = try Folder()
        let ledger = try folder.open()
        var generator = SplitMix64(seed: 1)
        var taken = 0
        for _ in 0..<count {
            var bytes = Array((Self.answers.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...8, using: &generator))
                let piece = Array((Self.pieces.randomElement(using: &generator) ?? "").utf8)
                bytes.replaceSubrange(place..<end, with: Bool.random(using: &generator) ? piece : [])
            }
            guard let json = try? JSONDocument(bytes).root, let answer = SyncResponse(json, user: me) else { continue }
            let updates = try await ledger.apply(answer, since: "s")
            taken += 1
            for update in updates {
                #expect(update.annotations.allSatisfy { $0.bounded() != nil })
                #expect(
                    update.messages.compactMap(\.attachment).allSatisfy { file in
                        FileName.harmless(file.name) == file.name
                            && (file.id == FileID("") || MediaAddress(file.id.rawValue) != nil)
                    }
                )
                #expect(zip(update.messages, update.messages.dropFirst()).allSatisfy { $0.position < $1.position })
            }
        }
        #expect(taken > count / 20)
    }
}
