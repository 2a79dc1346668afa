import ChatTypes
import Testing

@testable import MatrixTransport

@Suite struct RoomEventTests {
    private func event(_ content: String, type: String = "m.room.message", more: String = "") throws -> RoomEvent {
        let text = """
            {"type":"\(type)","event_id":"$2","sender":"@ada:test","origin_server_ts":5,"content":\(content)\(more)}
            """
        return try RoomEvent(json(text)).unwrapped()
    }

    private static let relation = #""m.relates_to":{"rel_type":"m.replace","event_id":"$1"}"#

    @Test(arguments: [
        (#"{"msgtype":"m.text","body":"new"}"#, "new"), (#"{"msgtype":"m.notice","body":"new"}"#, "new"),
        (#"{"msgtype":"m.emote","body":"waves"}"#, "* waves"),
        (#"{"msgtype":"m.image","body":"Look","filename":"a.png"}"#, "Look"),
        (#"{"body":"new","m.relates_to":{"rel_type":"m.replace","event_id":"$0"}}"#, "new"),
        (#"{"odd":1}"#, nil), (#"{"msgtype":7,"body":[]}"#, nil),
    ])
    func `an edit is no message and gives its message the new content, if that has a text`(
        _ new: String,
        _ text: String?
    )
        throws
    {
        let edit = try event(#"{"msgtype":"m.text","body":"* f","m.new_content":\#(new),\#(Self.relation)}"#)
        #expect(!edit.isShown && edit.replaced == MessageID("$1"))
        #expect(edit.newText?.text == text)
    }

    @Test(arguments: [
        ("m.notice", "m.room.message", true), ("m.text", "m.room.message", false), ("m.notice", "m.sticker", false),
    ])
    func `a notice is quiet`(_ kind: String, _ type: String, _ isNotice: Bool) throws {
        #expect(try event(#"{"msgtype":"\#(kind)","body":"x"}"#, type: type).isNotice == isNotice)
    }

    @Test(arguments: ["", #""m.new_content":{},"#, #""m.new_content":7,"#, #""m.new_content":[1],"#])
    func `an edit without new content has no text`(_ new: String) throws {
        let edit = try event(#"{"msgtype":"m.text",\#(new)"body":"* new",\#(Self.relation)}"#)
        #expect(!edit.isShown && edit.newText == nil)
    }

    @Test func `an edit that is encrypted has no text until it is decrypted`() throws {
        let edit = try event(#"{"ciphertext":"x",\#(Self.relation)}"#, type: "m.room.encrypted")
        #expect(edit.replaced == MessageID("$1"))
        #expect(edit.newText == nil)
    }

    @Test(arguments: [
        #"{"rel_type":"m.replace"}"#, #"{"rel_type":"m.replace","event_id":""}"#, "[]", "7",
        #"{"rel_type":"m.replace","event_id":7}"#, #"{"rel_type":"m.thread","event_id":"$1"}"#,
        #"{"rel_type":["m.replace"],"event_id":"$1"}"#,
        #"{"rel_type":"m.replace","event_id":"\#(String(repeating: "x", count: 513))"}"#,
    ])
    func `a relation without an event is no edit`(_ relation: String) throws {
        let event = try event(#"{"body":"text","m.new_content":{"body":"new"},"m.relates_to":\#(relation)}"#)
        #expect(event.isShown && event.replaced == nil)
        #expect(event.shown.text == "text")
    }

    @Test func `a state event is no edit`() throws {
        let content = #"{"m.new_content":{"body":"new"},\#(Self.relation)}"#
        #expect(try event(content, more: #","state_key":"""#).replaced == nil)
        #expect(try event(content, type: "m.room.name").replaced == nil)
    }

    @Test func `a long text is cut`() throws {
        let long = String(repeating: "x", count: Limits.textBytes + 1)
        let edit = try event(#"{"m.new_content":{"msgtype":"m.text","body":"\#(long)"},\#(Self.relation)}"#)
        #expect(edit.newText?.text.utf8.count == Limits.textBytes)
    }

    @Test func `the newest edit that comes with an event is used if it is valid`() throws {
        func newest(_ json: String) throws -> String? {
            let event = try RoomEvent(MatrixTransportTests.json(text(1, editedBy: json))).unwrapped()
            return event.newestEdit?.newText?.text
        }
        #expect(try newest(replacement(of: "$1", "new")) == "new")
        #expect(try newest(replacement(of: "$1", "new", by: me)) == nil, "another's")
        #expect(try newest(replacement(of: "$2", "new")) == nil, "another event's")
        for odd in ["7", "[]", "{}", #"{"event_id":"$9","sender":"@ada:test","origin_server_ts":9}"#, text(2)] {
            #expect(try newest(odd) == nil)
        }
    }

    @Test func `the later edit has the higher number, whatever its clock says`() throws {
        func number(_ id: String, _ time: Int64) throws -> Int64 {
            try RoomEvent(json(replacement(id, of: "$1", "x", at: time))).unwrapped().editNumber
        }
        let times: [Int64] = [.min, -1, 0, 1]
        for time in times { #expect(try number("$a", time) == number("$a", 1)) }
        #expect(try number("$z", 1) < number("$a", 2))
        #expect(try number("$abc", 1_700_000_000_000) < number("$bbc", 1_700_000_000_000))
        #expect(try number("$aaZ", 7) < number("$aaz", 7))
        for id in ["$", "$\u{10FFFF}", "zzzz"] {
            #expect(try (1...Limits.annotationNumber).contains(number(id, .max)))
            #expect(try (1...Limits.annotationNumber).contains(number(id, .min)))
        }
    }

    @Test(arguments: [(Limits.idBytes, true), (Limits.idBytes + 1, false)])
    func `an event with an id and a type as long as are stored is read, and one with longer ones is not`(
        _ count: Int,
        _ isRead: Bool
    ) throws {
        let long = String(repeating: "x", count: count)
        for part in [#""$1""#, #""m.room.message""#] {
            let event = try RoomEvent(json(text(1).replacing(part, with: "\"\(long)\"")))
            #expect((event != nil) == isRead, "\(part)")
        }
    }

    @Test func `a message of this device goes by the id in its content, else by that of its transaction`() throws {
        func id(_ content: String, _ transaction: String) throws -> MessageID? {
            try event(content, more: #","unsigned":{"transaction_id":"\#(transaction)"}"#).ownID
        }
        #expect(try id(#"{"body":"x"}"#, "t") == MessageID("t"))
        #expect(try id(#"{"body":"x","chat.viper.id":"born"}"#, "t") == MessageID("born"))
        #expect(try id(#"{"body":"x"}"#, String(repeating: "t", count: Limits.idBytes + 1)) == nil)
        #expect(try event(#"{"body":"x"}"#).ownID == nil)
    }

    @Test func `a message without content was deleted, and a state event only if the homeserver says so`() throws {
        let (keyed, redacted) = (#","state_key":"""#, #","unsigned":{"redacted_because":{}}"#)
        #expect(try event("{}").isDeleted)
        #expect(try !event("{}", type: "m.room.name", more: keyed).isDeleted, "the name was removed")
        #expect(try event("{}", type: "m.room.name", more: keyed + redacted).isDeleted)
    }
}
