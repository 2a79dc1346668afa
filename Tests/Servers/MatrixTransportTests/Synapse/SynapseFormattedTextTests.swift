import ChatSession
import ChatStore
import ChatTypes
import HTTPClient
import HomeserverTesting
import JSONKit
import Testing
import ThreadTesting

@testable import MatrixTransport

@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseFormattedTextTests {
    private let synapse: Synapse
    private let client = LenientClient()

    init() async throws { synapse = try await Synapse.running(for: "formats").unwrapped() }

    @Test func `formatted text, emotes, edits and replies arrive with their formats, both ways`() async throws {
        let account = try await synapse.logIn("alice", over: client)
        let alice = try RealSession(account, over: client, in: Folder(), messagesPerRoom: 20)
        let bob = try synapse.peer("bob")
        let room = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            .unwrapped()
        let chat = ChatID(room)
        #expect(try await alice.join(chat))

        func shown() async throws -> [FormattedText] {
            try await alice.timeline(of: chat).map { FormattedText($0.text, $0.spans) }
        }
        func theirs() throws -> [JSONValue] {
            try bob.perform(["do": "read", "room": .string(room)]).elements.reversed()
                .filter { $0.elements[1].string == synapse.id(of: "alice") && $0.elements[3]["msgtype"] != nil }.map {
                    $0.elements[3]
                }
        }
        func isSent(_ count: Int) async throws -> Bool {
            try await alice.wait {
                let timeline = try await alice.timeline(of: chat)
                return try timeline.count == count && timeline.allSatisfy { $0.delivery != .sending }
                    && theirs().count >= 1
            }
        }

        // Out: a message, an emote, a reply and an edit.
        let typed = ["**so** it\n- is", "/me *waves*", "plain"]
        for text in typed { try await alice.session.send(text, to: chat) }
        #expect(try await isSent(3))
        #expect(try await shown() == typed.map { TypedText.read($0) })
        let first = try await alice.timeline(of: chat)[0].id
        try await alice.session.reply("`yes`", to: first, in: chat)
        try await alice.session.edit(first, to: "~~so~~", in: chat)
        #expect(try await alice.wait { try theirs().count == 5 })
        let sent = try theirs()
        #expect(sent.map { $0["msgtype"]?.string } == ["m.text", "m.emote", "m.text", "m.text", "m.text"])
        #expect(sent.map { $0["body"]?.string } == ["**so** it\n- is", "*waves*", "plain", "`yes`", "* ~~so~~"])
        let html = ["<strong>so</strong> it<ul><li>is</li></ul>", "<em>waves</em>", nil, "<code>yes</code>", nil]
        #expect(sent.map { $0["formatted_body"]?.string } == html)
        #expect(sent[3]["m.relates_to"]?["m.in_reply_to"] != nil)
        #expect(sent[4]["m.new_content"]?["formatted_body"]?.string == "<del>so</del>")

        // In: HTML of another client, hostile HTML, and an edit of it.
        func say(_ body: String, _ html: String) throws -> String? {
            try bob.perform([
                "do": "send", "room": .string(room), "type": "m.room.message",
                "content": [
                    "msgtype": "m.text", "body": .string(body), "format": "org.matrix.custom.html",
                    "formatted_body": .string(html),
                ],
            ]).string
        }
        let event = try say("a > b", "<blockquote><p>a</p></blockquote><p>see <a href=\"https://x.org\">b</a></p>")
            .unwrapped()
        _ = try say("hi", "<script>x</script><a href=\"javascript:x\">h<b>i</b></a>")
        let quoted = "> a\n\nsee b (https://x.org)"
        #expect(try await alice.wait { try await shown().suffix(2).map(\.text) == [quoted, "hi"] })
        let kinds = try await shown().suffix(2).map { $0.withoutMarkup.spans.map(\.kind) }
        #expect(kinds == [[.quote, .link("https://x.org")], [.strong]])
        try bob.perform([
            "do": "send", "room": .string(room), "type": "m.room.message",
            "content": [
                "msgtype": "m.text", "body": "* c",
                "m.new_content": [
                    "msgtype": "m.text", "body": "c", "format": "org.matrix.custom.html", "formatted_body": "<u>c</u>",
                ],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(event)],
            ],
        ])
        let edited = FormattedText("c", [TextSpan(.underline, start: 0, length: 1)])
        #expect(try await alice.wait { try await shown().contains(edited) })

        // Another device of the user's sees what was typed.
        let other = try RealSession(account, over: client, in: Folder(), messagesPerRoom: 20)
        #expect(
            try await other.wait {
                try await other.timeline(of: chat).map { FormattedText($0.text, $0.spans) }.contains(
                    TypedText.read("/me *waves*")
                )
            }
        )
    }
}
