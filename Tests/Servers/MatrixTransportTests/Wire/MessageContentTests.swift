import Testing

@testable import MatrixTransport

@Suite struct MessageContentTests {
    private func event(_ type: String, _ content: String) throws -> RoomEvent {
        let text =
            #"{"type":"\#(type)","event_id":"$1","sender":"@ada:test","origin_server_ts":1,"content":\#(content)}"#
        return try RoomEvent(json(text)).unwrapped()
    }

    @Test(arguments: [
        (#"{"m.mentions":{"room":true}}"#, true), (#"{"m.mentions":{"user_ids":["@me:test"]}}"#, true),
        (#"{"m.mentions":{"user_ids":[]}}"#, false), (#"{"m.mentions":{}}"#, false), (#"{"odd":1}"#, false),
    ])
    func `an event of an unknown kind is a message if it mentions somebody`(content: String, isMessage: Bool) throws {
        #expect(try event("org.example", content).isMessage == isMessage)
    }

    @Test(arguments: [
        ("m.reaction", ""), ("m.room.redaction", ""), ("m.poll.response", ""), ("m.call.invite", ""),
        ("m.rtc.notification", ""), ("org.example", #","m.relates_to":{"rel_type":"m.replace","event_id":"$0"}"#),
    ])
    func `a reaction, vote, deletion, call or edit is no message, whomever it mentions`(_ type: String, _ more: String)
        throws
    {
        let content = #"{"m.mentions":{"user_ids":["@me:test"],"room":true}\#(more)}"#
        #expect(try !event(type, content).isMessage)
    }

    @Test(arguments: [
        (#"{"msgtype":"m.text","body":"Hello"}"#, "Hello", 0),
        (#"{"msgtype":"m.notice","body":"Done"}"#, "Done", 0),
        (#"{"msgtype":"m.emote","body":"waves"}"#, "* waves", 0),
        (#"{"msgtype":"m.image","body":"a.png"}"#, "", 1),
        (#"{"msgtype":"m.image","body":"a.png","filename":"a.png"}"#, "", 1),
        (#"{"msgtype":"m.image","body":"Look","filename":"a.png"}"#, "Look", 1),
        (#"{"msgtype":"m.file","body":"a.pdf"}"#, "", 0),
        (#"{"msgtype":"m.file","body":"Read","filename":"a.pdf"}"#, "Read", 0),
        (
            #"{"msgtype":"m.file","body":"","filename":"a.pdf","format":"org.matrix.custom.html","formatted_body":"Read"}"#,
            "Read", 0
        ), (#"{"msgtype":"m.file","body":"","filename":"a.pdf"}"#, "", 0),
        (#"{"msgtype":"m.file","body":"a.png"}"#, "", 1),
        (#"{"msgtype":"m.audio","body":"a.ogg"}"#, "", 0),
        (#"{"msgtype":"m.video","body":"Watch","filename":"a.mp4"}"#, "Watch", 0),
        (#"{"msgtype":"m.location","body":"Home","geo_uri":"geo:1,2"}"#, "Location: Home\ngeo:1,2", 0),
        (#"{"msgtype":"org.example","body":"Fallback"}"#, "Fallback", 0),
        (#"{"msgtype":"org.example"}"#, "Message of an unknown kind (org.example)", 0),
        (
            #"{"msgtype":"\#(String(repeating: "x", count: 101))"}"#,
            "Message of an unknown kind (\(String(repeating: "x", count: 100)))", 0
        ), (#"{"odd":1}"#, "Message of an unknown kind", 0),
        (
            #"{"msgtype":"m.text","body":"","format":"org.matrix.custom.html","formatted_body":"<b>hello</b>"}"#,
            "hello",
            0
        ),
        (#"{"msgtype":"m.text","format":"org.matrix.custom.html","formatted_body":"<p>a</p><p>b</p>"}"#, "a\n\nb", 0),
        (#"{"msgtype":"m.text","body":"","format":"x","formatted_body":"<b>hello</b>"}"#, "Empty message", 0),
        (#"{"msgtype":"m.text","body":""}"#, "Empty message", 0),
        (#"{"msgtype":"m.notice","body":""}"#, "Empty message", 0),
        (#"{"msgtype":"m.emote","body":""}"#, "Empty message", 0),
        (#"{"msgtype":7,"body":[]}"#, "Message of an unknown kind", 0),
        (
            #"{"msgtype":"m.text","body":"* New","m.new_content":{"body":"New"},"m.relates_to":{"rel_type":"m.replace"}}"#,
            "* New", 0
        ),
        (
            ##"{"msgtype":"m.text","body":"> <@me:test> old\n\nAnswer","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"##,
            "Answer", 0
        ),
        (
            ##"{"msgtype":"m.text","body":"> * <@me:test> waves\n> again\n\nAnswer","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"##,
            "Answer", 0
        ),
        (
            ##"{"msgtype":"m.text","body":"> <@me:test> old\n\n","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"##,
            "> <@me:test> old\n\n", 0
        ),
        (
            ##"{"msgtype":"m.text","body":"> what I quote\n\nAnswer","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"##,
            "> what I quote\n\nAnswer", 0
        ),
        (
            ##"{"msgtype":"m.text","body":"> <@home is a word\n\nAnswer","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"##,
            "> <@home is a word\n\nAnswer", 0
        ),
        (
            ##"{"msgtype":"m.notice","body":"> log\n\nDone","m.relates_to":{"rel_type":"m.thread","event_id":"$0","is_falling_back":true,"m.in_reply_to":{"event_id":"$0"}}}"##,
            "> log\n\nDone", 0
        ),
        (
            #"{"msgtype":"m.file","filename":"a.pdf","body":"> page 1\n\nsee","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"#,
            "> page 1\n\nsee", 0
        ),
        (
            #"{"msgtype":"m.text","body":"one\ntwo","format":"org.matrix.custom.html","formatted_body":"one\ntwo"}"#,
            "one\ntwo", 0
        ),
    ])
    func `each kind of message is shown as text`(_ content: String, _ text: String, _ images: Int) throws {
        let shown = try event("m.room.message", content).shown
        #expect(shown.text == text)
        #expect(shown.imageCount == images)
    }

    @Test(arguments: [
        ("m.room.encrypted", #"{"algorithm":"m.megolm.v1.aes-sha2"}"#, "Encrypted message: it cannot be read here", 0),
        ("m.sticker", #"{"body":"A cat"}"#, "Sticker: A cat", 1),
        (
            "org.matrix.msc3381.poll.start",
            ##"{"org.matrix.msc3381.poll.start":{"question":{"body":"When?"},"answers":[{"id":"a","org.matrix.msc1767.text":"Now"}]}}"##,
            "Poll: When?", 0
        ),
        (
            "m.poll.start",
            ##"{"m.poll":{"question":{"m.text":[{"body":"When?"}]},"answers":[{"m.id":"a","m.text":[{"body":"Now"}]}]}}"##,
            "Poll: When?", 0
        ),
    ])
    func `each kind of event is shown as text`(_ type: String, _ content: String, _ text: String, _ images: Int)
        throws
    {
        let event = try event(type, content)
        #expect(event.isShown)
        #expect(event.shown.text == text)
        #expect(event.shown.imageCount == images)
    }

    @Test(
        arguments: [
            ("m.room.message", #"{"msgtype":"m.text"}"#, .text), ("m.room.message", #"{"msgtype":"odd"}"#, .text),
            ("m.room.message", #"{"msgtype":"m.audio"}"#, .file), ("m.sticker", #"{"msgtype":"m.image"}"#, .sticker),
            ("m.room.message", #"{"msgtype":"m.location"}"#, .place), ("m.poll.start", #"{"a":1}"#, .other),
            ("m.room.encrypted", #"{"a":1}"#, nil), ("m.room.message", "{}", nil),
        ] as [(String, String, MessageContent.Kind?)]
    )
    func `each message has a kind that its edits keep, as far as its content is known`(
        _ type: String,
        _ content: String,
        _ kind: MessageContent.Kind?
    ) throws {
        #expect(try event(type, content).kind == kind)
    }

    @Test(arguments: ["m.room.message", "m.room.encrypted", "m.sticker", "m.poll.start"])
    func `a redacted event has a position and no content`(_ type: String) throws {
        let event = try event(type, "{}")
        #expect(event.isShown && event.isDeleted)
        #expect(event.shown.text.isEmpty && event.shown.imageCount == 0)
        #expect(try !self.event("m.room.redaction", #"{"reason":"spam"}"#).isShown)
    }

    @Test func `an event that is no message has no position`() throws {
        #expect(try !event("m.room.topic", "{}").isShown)
        #expect(try !RoomEvent(json(state("m.room.message", "{}"))).unwrapped().isShown)
    }

    @Test(arguments: [
        #"{"event_id":"$1","sender":"@a:b"}"#, #"{"type":"m.room.message","event_id":"$1"}"#, "[]", "7", "null",
        #"{"type":7,"sender":"@a:b"}"#, #"{"type":"m.room.message","sender":""}"#,
        #"{"type":"m.room.message","sender":"@a:b","event_id":"\#(String(repeating: "x", count: 513))"}"#,
    ])
    func `an event without a type, a sender or a usable id is ignored`(_ text: String) throws {
        #expect(try RoomEvent(json(text)) == nil)
    }
}

extension RoomEvent: Equatable {
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
}
