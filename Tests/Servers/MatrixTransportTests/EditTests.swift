import ChatStore
import ChatTypes
import HTTPClient
import SQLiteKit
import Testing

@testable import MatrixTransport

@Suite struct EditTests {
    private let folder: Folder
    private let ledger: MatrixLedger

    init() throws {
        folder = try Folder()
        ledger = try folder.open()
    }

    @discardableResult
    private func apply(
        _ timeline: String,
        limited: String? = nil,
        state: String = adasRoomState,
        since: String? = "s"
    ) async throws -> [ChatUpdate] {
        try await ledger.apply(syncAnswer(answer("1", timeline, limited: limited, state: state)), since: since)
    }

    private func page(_ events: String, before message: Message, end: String? = nil) async throws -> MessagePage {
        let key = try await ledger.read { try $0.rooms.room(room) }.unwrapped().key
        let position = message.position.rawValue
        return try await ledger.apply(page: RoomEvent.list(json("[\(events)]")), before: position, end: end, in: key)
    }

    @Test func `an edit changes its message and is not a message`() async throws {
        try await apply("\(text(1)),\(text(2, by: me, own: "born"))", since: nil)
        let updates = try await apply(
            "\(replacement(of: "$1", "theirs")),\(replacement("$e2", of: "$2", "ours", at: 9001, by: me))"
        )
        #expect(updates.flatMap(\.messages).isEmpty)
        let edits = updates.flatMap(\.annotations)
        #expect(edits.map(\.message.rawValue) == ["$1", "born"])
        #expect(edits.map(\.kind.text) == ["theirs", "ours"])
        #expect(edits.map(\.author) == [.contact, .me])
        #expect(edits[0].number < edits[1].number)
        let next = try await apply(text(3)).flatMap(\.messages)
        let place = try await ledger.places(in: room)[MessageID("born")]
        #expect(try next.first.unwrapped().predecessor?.position == place)
    }

    @Test func `a message and its edit in one timeline are both delivered`() async throws {
        let update = try await apply("\(text(1)),\(replacement(of: "$1", "new"))", since: nil).first.unwrapped()
        #expect(update.messages.map(\.id.rawValue) == ["$1"])
        #expect(update.annotations.map(\.kind.text) == ["new"])
    }

    @Test func `a message edited before it arrived has the newest known text`() async throws {
        let old = replacement("$e1", of: "$1", "old", at: 1000)
        let (newer, newest) = (
            replacement("$e2", of: "$1", "newer", at: 2000), replacement("$e3", of: "$1", "newest", at: 3000)
        )
        for (kept, bundled, expected) in [
            (newest, old, "newest"), (old, newest, "newest"), ("\(newer),\(old)", "7", "newer"), ("", newer, "newer"),
        ] {
            let ledger = try Folder().open()
            let first = try syncAnswer(answer("1", kept.isEmpty ? text(5) : "\(kept),\(text(5))", limited: "t"))
            let five = try await ledger.apply(first, since: nil).flatMap(\.messages).first.unwrapped()
            let events = try RoomEvent.list(json("[\(text(1, editedBy: bundled))]"))
            let key = try await ledger.read { try $0.rooms.room(room) }.unwrapped().key
            for _ in 1...2 {
                let page = try await ledger.apply(page: events, before: five.position.rawValue, end: nil, in: key)
                #expect(page.messages.map(\.text) == [expected])
                #expect(try page.messages.first.unwrapped().editNumber > 0)
            }
        }
    }

    @Test func `editing a file changes its caption, before and after it arrived`() async throws {
        let file = AttachedFile(id: FileID("mxc://test/abc"), name: "a.png", type: "image/png", byteCount: 7)
        let first = try await apply("\(fileEvent(1, caption: "old")),\(fileEvent(2))", since: nil)
        #expect(first.flatMap(\.messages).map(\.text) == ["old", ""])
        #expect(first.flatMap(\.messages).map(\.attachment) == [file, file])
        #expect(try await apply(captionEdit(of: "$1", "new")).flatMap(\.annotations).map(\.kind.text) == ["new"])
        #expect(try await apply(captionEdit(of: "$2", "a.png")).flatMap(\.annotations).map(\.kind.text) == [""])
        try await apply(captionEdit(of: "$3", "kept"))
        let late = try await apply(fileEvent(3)).flatMap(\.messages).first.unwrapped()
        #expect(late.text == "kept" && late.attachment == file && late.imageCount == 1)
    }

    @Test func `a deleted file has no edits`() async throws {
        let gone = #"{"type":"m.room.message","event_id":"$1","sender":"@ada:test","origin_server_ts":1,"content":{}}"#
        let message = try await apply(gone, since: nil).flatMap(\.messages).first.unwrapped()
        #expect(message.isDeleted && message.attachment == nil && message.imageCount == 0)
        try await apply(fileEvent(2))
        let redaction = """
            {"type":"m.room.redaction","event_id":"$r","sender":"@ada:test","origin_server_ts":1,"redacts":"$2","content":{}}
            """
        #expect(try await apply(redaction).flatMap(\.annotations).map(\.message.rawValue) == ["$2"])
    }

    @Test func `an edit in a gap changes messages before the gap`() async throws {
        try await apply(text(1), since: nil)
        let nine = try await apply(text(9), limited: "t").flatMap(\.messages).first.unwrapped()
        let page = try await page(
            "\(text(8)),\(replacement(of: "$1", "new")),\(replacement("$o", of: "$0", "far")),\(text(1))",
            before: nine
        )
        #expect(page.messages.map(\.text) == ["text 1", "text 8"])
        #expect(page.annotations.map(\.kind.text) == ["new"] && page.annotations.map(\.message.rawValue) == ["$1"])
    }

    @Test func `edits of other users' messages are ignored, in groups too`() async throws {
        let group = "\(state("m.room.create", "{}")),\(member(ada, "Ada")),\(member(bob, "Bob"))"
        let texts = "\(text(1)),\(text(2, by: bob)),\(text(3, by: me))"
        try await apply(texts, state: "\(group),\(state("m.room.name", #"{"name":"Garden"}"#))", since: nil)
        for (event, sender) in [("$1", bob), ("$1", me), ("$2", ada), ("$3", ada)] {
            #expect(try await apply(replacement(of: event, "forged", by: sender)).flatMap(\.annotations).isEmpty)
        }
        #expect(
            try await apply(replacement(of: "$2", "mine", by: bob)).flatMap(\.annotations).map(\.kind.text) == ["mine"]
        )
        // An event that has not arrived cannot be edited either.
        try await apply(replacement(of: "$4", "forged", by: bob))
        #expect(try await apply(text(4)).flatMap(\.messages).map(\.text) == ["text 4"])
    }

    @Test func `the author of an old message is known in direct rooms, and in groups if it is the user`() async throws {
        for isGroup in [false, true] {
            let folder = try Folder()
            let ledger = try folder.open()
            let name = isGroup ? ",\(state("m.room.name", #"{"name":"Garden"}"#))" : ""
            let first = answer("1", "\(text(1)),\(text(2, by: me))", state: adasRoomState + name)
            _ = try await ledger.apply(syncAnswer(first), since: nil)
            try folder.execute("UPDATE event SET sender = NULL")
            let edits =
                "\(replacement(of: "$1", "theirs")),\(replacement("$o", of: "$2", "ours", by: me)),\(replacement(of: "$2", "forged"))"
            let taken = try await ledger.apply(syncAnswer(answer("2", edits)), since: "1").flatMap(\.annotations)
            #expect(taken.map(\.kind.text) == (isGroup ? ["ours"] : ["theirs", "ours"]))
        }
    }

    @Test func `edits of edits, of unknown and of deleted messages are ignored`() async throws {
        let gone = #"{"type":"m.room.message","event_id":"$g","sender":"@ada:test","origin_server_ts":1,"content":{}}"#
        try await apply(
            "\(text(1)),\(replacement(of: "$1", "new")),\(replacement("$g1", of: "$g", "gone"))",
            since: nil
        )
        let updates = try await apply(
            "\(replacement("$e2", of: "$edit", "newer")),\(replacement("$e3", of: "$none", "x")),\(gone)"
        )
        #expect(updates.flatMap(\.annotations).isEmpty)
        let messages = updates.flatMap(\.messages)
        #expect(
            messages.map(\.text) == [""] && messages.map(\.isDeleted) == [true] && messages.map(\.editNumber) == [0]
        )
    }

    @Test func `at most a hundred edits of unknown events are kept`() async throws {
        try await apply(text(1), since: nil)
        try await apply((1...150).map { replacement("$e\($0)", of: "$later\($0)", "x") }.joined(separator: ","))
        let connection = try SQLiteConnection(.file(path: folder.ledger), isWritable: false)
        #expect(try connection.first("SELECT count(*) FROM stray_edit") { $0.count(0) } == 100)
    }

    @Test func `edits by ignored users are dropped`() async throws {
        try await apply(text(1), since: nil)
        let ignored = """
            {"next_batch":"2","account_data":{"events":[{"type":"m.ignored_user_list","content":{"ignored_users":{"@ada:test":{}}}}]}}
            """
        _ = try await ledger.apply(syncAnswer(ignored), since: "1")
        #expect(try await apply(replacement(of: "$1", "new")).flatMap(\.annotations).isEmpty)
    }

    @Test func `a ledger of the version before is migrated`() async throws {
        try await apply(text(1), since: nil)
        try folder.downgrade(to: 2)
        let again = try folder.open()
        let update = try await again.apply(syncAnswer(answer("2", replacement(of: "$1", "new"))), since: "1").first
            .unwrapped()
        #expect(update.annotations.map(\.kind.text) == ["new"])
    }

    private func edit(of event: String, to new: String, by sender: ContactID = ada) -> String {
        """
        {"type":"m.room.message","event_id":"$e","sender":"\(sender)","origin_server_ts":9000,\
        "content":{"msgtype":"m.text","body":"* x","m.new_content":\(new),\
        "m.relates_to":{"rel_type":"m.replace","event_id":"\(event)"}}}
        """
    }

    @Test(arguments: [
        #"{"msgtype":"m.text","body":7}"#, #"{"msgtype":"m.text"}"#, #"{"msgtype":"m.emote","body":null}"#,
        #"{"odd":1}"#, #"{"msgtype":"m.image","body":"a.png","url":"mxc://test/abc"}"#,
        #"{"msgtype":"m.image","body":"see","filename":"a.png","url":"mxc://test/abc"}"#,
        #"{"msgtype":"m.location","body":"here","geo_uri":"geo:1,2"}"#,
    ])
    func `an edit whose new content is no text or of another kind changes nothing`(new: String) async throws {
        try await apply(text(1), since: nil)
        #expect(try await apply(edit(of: "$1", to: new)).flatMap(\.annotations).isEmpty)
        // The edit may come before its message, or with it.
        #expect(try await apply(edit(of: "$2", to: new)).flatMap(\.annotations).isEmpty)
        #expect(try await apply(text(2)).flatMap(\.messages).map(\.text) == ["text 2"])
        let both = text(3, editedBy: edit(of: "$3", to: new))
        #expect(try await apply(both).flatMap(\.messages).map(\.text) == ["text 3"])
    }

    @Test func `the newest of several edits before their message gives it its formats, too`() async throws {
        try await apply(text(1), since: nil)
        func formatted(_ word: String, _ tag: String) -> String {
            let html = #""format":"org.matrix.custom.html","formatted_body":"<\#(tag)>\#(word)</\#(tag)> text""#
            return #"{"msgtype":"m.text","body":"\#(word) text",\#(html)}"#
        }
        try await apply(edit(of: "$2", to: formatted("old", "b")))
        let newer = edit(of: "$2", to: formatted("newest", "i"))
        try await apply(newer.replacing("9000", with: "9001").replacing("$e", with: "$f"))
        let message = try await apply(text(2)).flatMap(\.messages).first
        #expect(message?.text == "newest text")
        #expect(message?.spans == [TextSpan(.emphasis, start: 0, length: 6)])
    }

    @Test func `a text does not replace a file, and a caption changes`() async throws {
        try await apply(fileEvent(1, caption: "old"), since: nil)
        #expect(try await apply(replacement(of: "$1", "a text")).flatMap(\.annotations).isEmpty)
        let caption = captionEdit(of: "$1", "new")
        #expect(try await apply(caption).flatMap(\.annotations).map(\.kind.text) == ["new"])
    }

    @Test func `a notice becomes a text by an edit, since both are texts`() async throws {
        try await apply(text(1), since: nil)
        let notice = edit(of: "$1", to: #"{"msgtype":"m.notice","body":"done"}"#)
        #expect(try await apply(notice).flatMap(\.annotations).map(\.kind.text) == ["done"])
    }

    @Test func `an edit that mentions the user says so, as the rules decide`() async throws {
        try await apply("\(text(1)),\(text(2, by: me))", since: nil)
        func edit(_ mentions: String, of event: String = "$1", by sender: ContactID = ada) -> String {
            """
            {"type":"m.room.message","event_id":"$e","sender":"\(sender)","origin_server_ts":9000,\
            "content":{"msgtype":"m.text","body":"* x","m.mentions":\(mentions),"m.new_content":{"msgtype":"m.text",\
            "body":"x"},"m.relates_to":{"rel_type":"m.replace","event_id":"\(event)"}}}
            """
        }
        let told = try await apply(edit(#"{"user_ids":["@me:test"]}"#)).flatMap(\.annotations)
        #expect(told.map(\.mentionsMe) == [true])
        #expect(try await apply(edit("{}")).flatMap(\.annotations).map(\.mentionsMe) == [false])
        let own = try await apply(edit(#"{"user_ids":["@me:test"]}"#, of: "$2", by: me)).flatMap(\.annotations)
        #expect(own.map(\.mentionsMe) == [false], "users do not mention themselves")
    }
}
