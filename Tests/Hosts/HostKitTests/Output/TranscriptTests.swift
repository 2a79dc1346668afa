import Chat
import ChatTypes
import Testing

@testable import HostKit

@Suite struct TranscriptTests {
    @Test func `a message printed before is followed by its state alone`() {
        var transcript = Transcript(style: .plain)
        var lines = transcript.lines(for: .message(.sample("hello", .sending)))
        lines += transcript.lines(for: .message(.sample("hello", .sending, time: "9:01 am")))
        lines += transcript.lines(for: .message(.sample("hello", .sent)))
        lines += transcript.lines(for: .message(.sample("hello", .read)))
        #expect(lines == ["  9:00 am  You: hello  (sending)", "  (sent) hello", "  (read) hello"])
    }

    @Test func `the state of a formatted message stands before its text without marks and spoilers`() {
        var transcript = Transcript(style: .plain)
        let typed = TypedText.read("**so** it was ||him||")
        var event = HostEvent.MessageLine.sample(typed.text, .sending)
        event.spans = typed.spans
        _ = transcript.lines(for: .message(event))
        event.state = .sent
        #expect(transcript.lines(for: .message(event)) == ["  (sent) so it was ▒▒▒"])
    }

    @Test func `a mention that is gone to is printed whole, once`() {
        var transcript = Transcript(style: .plain)
        var event = HostEvent.MessageLine.sample("hello", .received, from: "Ada")
        event.isMention = true
        #expect(transcript.lines(for: .message(event)) == ["@ 9:00 am  Ada: hello"])
        event.isFound = true
        #expect(transcript.lines(for: .message(event)) == ["> 9:00 am  Ada: hello"])
    }

    @Test func `a message that is pinned once it was printed says so, and when its pin is removed`() {
        var transcript = Transcript(style: .plain)
        var event = HostEvent.MessageLine.sample("hello", .received, from: "Ada")
        _ = transcript.lines(for: .message(event))
        event.isPinned = true
        #expect(transcript.lines(for: .message(event)) == ["  (pinned) hello"])
        event.isPinned = false
        #expect(transcript.lines(for: .message(event)) == ["  (unpinned) hello"])
    }

    @Test func `the change of a long message is cut`() {
        var transcript = Transcript(style: .plain)
        let text = String(repeating: "long\n", count: 100)
        _ = transcript.lines(for: .message(.sample(text, .sending)))
        let lines = transcript.lines(for: .message(.sample(text, .failed)))
        #expect(lines == ["  (failed: /resend tries again) long long long long long long long long…"])
    }

    @Test func `the change of a message fits on the terminal`() {
        var transcript = Transcript(style: .plain)
        let text = "hello hello hello hello"
        _ = transcript.lines(for: .message(.sample(text, .sending)), columns: 20)
        #expect(transcript.lines(for: .message(.sample(text, .sent)), columns: 20) == ["  (sent) hello hell…"])
    }

    @Test func `a reaction or a vote is printed below the message that it changes`() {
        var transcript = Transcript(style: .plain)
        var event = HostEvent.MessageLine.sample("hello", .received, from: "Ada")
        _ = transcript.lines(for: .message(event))
        event.reactions = [MessageReaction(text: "👍", count: 1, names: ["Ben"])]
        #expect(transcript.lines(for: .message(event)) == ["  (changed) hello", "    👍 1"])
        (event.reactions, event.isEdited) = ([], true)
        #expect(transcript.lines(for: .message(event)) == ["  (edited) hello"])
        event.poll = ChatPoll(question: "?", answers: [.init(text: "a", votes: 1)], voters: 1)
        #expect(
            transcript.lines(for: .message(event)) == [
                "  (edited) hello", "    1. a: 1 vote", "    1 person has voted",
            ]
        )
        #expect(transcript.lines(for: .message(event)).isEmpty)
    }

    @Test func `a changed text under the same ID is printed whole`() {
        var transcript = Transcript(style: .plain)
        _ = transcript.lines(for: .message(.sample("hello", .sent)))
        #expect(transcript.lines(for: .message(.sample("hullo", .sent))) == ["  9:00 am  You: hullo  (sent)"])
    }

    @Test func `a look at a chat's details prints no message again, and one at the list does`() {
        var transcript = Transcript(style: .plain)
        let event = HostEvent.message(.sample("hello", .sent))
        func lines(after screens: HostEvent...) -> [String] {
            for screen in screens { _ = transcript.lines(for: screen) }
            return transcript.lines(for: event)
        }
        let chat = HostEvent.screen(.chat, contact: "Ada")
        #expect(lines(after: chat) == ["  9:00 am  You: hello  (sent)"])
        #expect(lines(after: .screen(.chatDetails, contact: "Ada"), chat).isEmpty)
        #expect(lines(after: .screen(.chatList), chat) == ["  9:00 am  You: hello  (sent)"])
    }

    @Test func `the badge is not printed in a chat, whose messages are read as they are printed`() {
        var transcript = Transcript(style: .plain)
        _ = transcript.lines(for: .screen(.chat, contact: "Ada"))
        #expect(transcript.lines(for: .badge(unread: 1)).isEmpty)
        _ = transcript.lines(for: .screen(.chatDetails, contact: "Ada"))
        #expect(transcript.lines(for: .badge(unread: 1)) == ["(1 unread)"])
    }

    @Test func `a doubt about a sender is printed when it comes, and not when it goes`() {
        var transcript = Transcript(style: .plain)
        var event = HostEvent.MessageLine.sample("hello", .received, from: "Ada")
        func lines(_ warning: SenderWarning?) -> [String] {
            event.warning = warning
            return transcript.lines(for: .message(event))
        }
        _ = lines(nil)
        #expect(lines(.unencrypted) == ["  (not encrypted) hello"])
        #expect(lines(.changedIdentity) == ["  (sender's identity changed) hello"])
        #expect(lines(nil).isEmpty)
    }

    @Test func `a watch of weeks forgets what it has printed, at the limit`() {
        var transcript = Transcript(style: .plain)
        func lines(_ id: Int) -> [String] {
            var event = HostEvent.MessageLine.sample("hello", .sent)
            event.id = "\(id)"
            return transcript.lines(for: .message(event))
        }
        for id in 1..<Transcript.limit { _ = lines(id) }
        #expect(lines(1).isEmpty)
        #expect(!lines(0).isEmpty)
        #expect(!lines(1).isEmpty, "as if it were new")
    }

    @Test func `a screen opened again is printed again`() {
        var transcript = Transcript(style: .plain)
        let event = HostEvent.message(.sample("hello", .sent))
        let first = transcript.lines(for: event)
        #expect(transcript.lines(for: .badge(unread: 1)) == ["(1 unread)"])
        #expect(transcript.lines(for: event).isEmpty)
        _ = transcript.lines(for: .screen(.chat, contact: "Ada"))
        #expect(transcript.lines(for: event) == first)
    }
}
