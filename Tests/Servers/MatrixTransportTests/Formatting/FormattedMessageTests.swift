import ChatTypes
import JSONKit
import Testing

@testable import MatrixTransport

@Suite struct FormattedMessageTests {
    private func shown(_ members: String) throws -> FormattedText {
        let content = #"{"msgtype":"m.text",\#(members)}"#
        let text =
            #"{"type":"m.room.message","event_id":"$1","sender":"@ada:test","origin_server_ts":1,"content":\#(content)}"#
        return try RoomEvent(json(text)).unwrapped().shown.formatted
    }

    private func html(_ body: String, _ html: String) throws -> FormattedText {
        try shown(#""body":"\#(body)","format":"org.matrix.custom.html","formatted_body":"\#(html)""#)
    }

    @Test func `Markdown beside its own HTML stays as it was typed`() throws {
        #expect(try html("*a*  b", "<em>a</em> b") == TypedText.read("*a*  b"))
        #expect(try html("- a\\n- b", "<ul>\\n<li>a</li>\\n<li>b</li>\\n</ul>\\n") == TypedText.read("- a\n- b"))
        #expect(try html("a *b*", "a *b*") == FormattedText("a *b*"))
    }

    @Test func `HTML of lines without tags keeps the lines of the plain text`() throws {
        #expect(try html("line one\\nline two", "line one\\nline two") == FormattedText("line one\nline two"))
    }

    @Test func `HTML that says something else than the plain text is shown`() throws {
        #expect(try html("*a*", "<strong>a</strong>") == FormattedText("a", [TextSpan(.strong, start: 0, length: 1)]))
        #expect(try html("good", "<b>bad</b>") == FormattedText("bad", [TextSpan(.strong, start: 0, length: 3)]))
    }

    @Test func `HTML without a text leaves the plain text`() throws {
        #expect(try html("a", "<script>b</script>") == FormattedText("a"))
        #expect(try html("a", "<mx-reply>b") == FormattedText("a"))
        #expect(try shown(#""body":"*a*""#) == FormattedText("*a*"))
        #expect(try shown(#""body":"a","format":"x","formatted_body":"<b>b</b>""#) == FormattedText("a"))
    }

    @Test func `an emote is what its author does`() throws {
        let text = try RoomEvent(
            json(
                #"{"type":"m.room.message","event_id":"$1","sender":"@a:b","content":{"msgtype":"m.emote","body":"*waves*","format":"org.matrix.custom.html","formatted_body":"<em>waves</em>"}}"#
            )
        ).unwrapped().shown.formatted
        #expect(text == TypedText.read("/me *waves*"))
    }

    private func content(_ typed: String) -> JSONText {
        .object(MatrixTransport.content(of: MessageID("m1"), kind: "m.text", TypedText.read(typed)))
    }

    @Test func `a text with formats is sent with HTML, any other without`() {
        #expect(
            content("*a* b")
                == [
                    "msgtype": "m.text", "body": "*a* b", "format": "org.matrix.custom.html",
                    "formatted_body": "<em>a</em> b",
                    "chat.viper.id": "m1",
                ]
        )
        #expect(content("a * b") == ["msgtype": "m.text", "body": "a * b", "chat.viper.id": "m1"])
    }

    @Test func `an emote is sent as one, without its star`() {
        #expect(content("/me waves") == ["msgtype": "m.emote", "body": "waves", "chat.viper.id": "m1"])
        #expect(
            content("/me *waves*")
                == [
                    "msgtype": "m.emote", "body": "*waves*", "format": "org.matrix.custom.html",
                    "formatted_body": "<em>waves</em>",
                    "chat.viper.id": "m1",
                ]
        )
    }

    @Test func `a caption of a file is no emote`() {
        let caption = TypedText.read("/me waves")
        #expect(
            JSONText.object(MatrixTransport.content(of: MessageID("m1"), kind: "m.image", caption))
                == ["msgtype": "m.image", "body": "* waves", "chat.viper.id": "m1"]
        )
    }

    @Test func `a text too long for an event with HTML is sent without`() {
        let long = String(repeating: "*a* ", count: 300) + String(repeating: "b", count: 24_000)
        #expect(content(long) == ["msgtype": "m.text", "body": .string(long), "chat.viper.id": "m1"])
    }
}
