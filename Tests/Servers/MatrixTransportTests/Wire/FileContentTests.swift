import ChatTypes
import Testing

@testable import MatrixTransport

@Suite struct FileContentTests {
    private func event(_ content: String) throws -> RoomEvent {
        let text =
            #"{"type":"m.room.message","event_id":"$1","sender":"@ada:test","origin_server_ts":1,"content":\#(content)}"#
        return try RoomEvent(json(text)).unwrapped()
    }

    private func file(_ content: String) throws -> AttachedFile { try event(content).file.unwrapped() }

    @Test(arguments: ["m.file", "m.image", "m.video", "m.audio"])
    func `a file message has an address, a name, a type and a size`(_ kind: String) throws {
        let info = #""info":{"mimetype":"image/png","size":7}"#
        let event = try event(#"{"msgtype":"\#(kind)","body":"a.png","url":"mxc://test/abc",\#(info)}"#)
        let file = AttachedFile(id: FileID("mxc://test/abc"), name: "a.png", type: "image/png", byteCount: 7)
        #expect(event.file == file)
        #expect(event.file?.error == nil)
        #expect(event.shown.text.isEmpty && event.shown.imageCount == 1)
    }

    @Test func `a body beside the file's name is the caption and the text`() throws {
        let captioned = try event(#"{"msgtype":"m.file","body":"Read this","filename":"a.pdf"}"#)
        #expect(captioned.shown.text == "Read this" && captioned.file?.name == "a.pdf")
        for content in [
            #"{"msgtype":"m.file","body":"a.pdf","filename":"a.pdf"}"#, #"{"msgtype":"m.file","body":"a.pdf"}"#,
            #"{"msgtype":"m.file","body":"","filename":"a.pdf"}"#,
            #"{"msgtype":"m.file","body":"a.pdf","filename":""}"#,
            #"{"msgtype":"m.file","body":"a.pdf","filename":7}"#,
        ] {
            let event = try event(content)
            #expect(event.shown.text.isEmpty && event.file?.name == "a.pdf", "\(content)")
        }
    }

    @Test func `a missing type follows from the name, and a missing size stays unknown`() throws {
        let bare = try file(#"{"msgtype":"m.file","body":"a.PDF","url":"mxc://test/abc"}"#)
        #expect(bare.type == "application/pdf")
        #expect(bare.knownByteCount == nil && bare.error == nil)
        #expect(try file(#"{"msgtype":"m.image","url":"mxc://test/abc"}"#).name == "file")
        #expect(try event(#"{"msgtype":"m.image","body":"photo"}"#).shown.imageCount == 1)
        #expect(try event(#"{"msgtype":"m.audio","body":"a.ogg"}"#).shown.imageCount == 0)
    }

    @Test(arguments: [
        (#""w":320,"h":240"#, 320), (#""w":65535,"h":1"#, 65_535), (#""w":320"#, nil), (#""w":"320","h":240"#, nil),
        (#""w":0,"h":240"#, nil), (#""w":-1,"h":-1"#, nil), (#""w":65536,"h":1"#, nil), (#""w":1e99,"h":1"#, nil),
        (#""w":9007199254740993,"h":9007199254740993"#, nil), (#""w":1.5,"h":2"#, nil),
    ])
    func `a picture has the stated width and height if a picture can have them`(info: String, width: Int?) throws {
        let picture = try file(#"{"msgtype":"m.image","body":"a.png","url":"mxc://test/abc","info":{\#(info)}}"#)
        #expect(picture.pixels?.width == width)
        let other = try file(#"{"msgtype":"m.video","body":"a.mp4","url":"mxc://test/abc","info":{\#(info)}}"#)
        #expect(other.pixels == nil)
    }

    @Test func `an encrypted file has a name and cannot be downloaded`() throws {
        for content in [
            #"{"msgtype":"m.file","body":"a.pdf","file":{"url":"mxc://test/abc"},"url":"mxc://test/abc","info":{"size":7}}"#,
            #"{"msgtype":"m.image","body":"a.pdf","file":{"url":"mxc://test/abc"},"info":{"size":7}}"#,
        ] {
            let hidden = try file(content)
            #expect(hidden.name == "a.pdf")
            #expect(hidden.id == FileID("") && hidden.error == .noAddress)
        }
    }

    @Test(arguments: ["https://elsewhere/a", "mxc://test/../../v3/logout", "file:///etc/passwd", ""])
    func `an invalid address is dropped`(_ url: String) throws {
        let hostile = try file(#"{"msgtype":"m.file","body":"a","url":"\#(url)","info":{"size":7}}"#)
        #expect(hostile.id == FileID("") && hostile.error == .noAddress)
    }

    @Test func `a hostile name, type or size is made harmless or unknown`() throws {
        let url = #""url":"mxc://test/abc""#
        let names = try file(#"{"msgtype":"m.file","body":"../../etc/\u202Epasswd\u0007",\#(url),"info":{"size":1}}"#)
        #expect(names.name == "passwd")
        for type in ["text/html\\r\\nX: y", "html", "a/b/c", String(repeating: "x", count: 200) + "/y", ""] {
            let file = try file(#"{"msgtype":"m.file","body":"a.png","info":{"mimetype":"\#(type)","size":1}}"#)
            #expect(file.type == MediaType.unknown)
        }
        for size in ["-1", "-9223372036854775808", "9223372036854775807", "1.5", "\"7\"", "null", "1e400"] {
            let file = try file(#"{"msgtype":"m.file","body":"a",\#(url),"info":{"size":\#(size)}}"#)
            #expect(file.byteCount == -1 && file.error == nil, "\(size)")
        }
        let huge = try file(#"{"msgtype":"m.file","body":"a",\#(url),"info":{"size":2147483649}}"#)
        #expect(huge.error == .impossibleSize(limit: Limits.fileBytes))
        #expect(try file(#"{"msgtype":"m.file","body":7,"url":[],"info":"x","filename":{}}"#).name == "file")
    }

    @Test func `a sticker has its picture as a file, and its text says that it is one`() throws {
        let content = #"{"body":"A cat","url":"mxc://test/abc","info":{"size":7}}"#
        let sticker = #"{"type":"m.sticker","event_id":"$1","sender":"@a:b","content":\#(content)}"#
        let event = try RoomEvent(json(sticker)).unwrapped()
        let file = try #require(event.file)
        #expect(file.id.rawValue == "mxc://test/abc" && file.isPicture && file.byteCount == 7)
        #expect(event.shown.text == "Sticker: A cat" && event.shown.imageCount == 1)
    }

    @Test func `only messages that are not deleted have files`() throws {
        #expect(try event("{}").file == nil)
        #expect(try event(#"{"msgtype":"m.text","body":"a","url":"mxc://test/abc"}"#).file == nil)
        let nowhere = try event(#"{"msgtype":"m.image","body":"a.png"}"#)
        #expect(
            nowhere.file == nil && nowhere.shown.text == "" && nowhere.shown.imageCount == 1,
            "a picture that is nowhere is counted"
        )
        let sticker = #"{"type":"m.sticker","event_id":"$1","sender":"@a:b","content":{"msgtype":"m.file","body":"a"}}"#
        #expect(try RoomEvent(json(sticker)).unwrapped().file == nil)
    }
}

@Suite struct MediaAddressTests {
    @Test(arguments: [
        ("mxc://example.org/AbC_1-2", "example.org", "AbC_1-2"), ("mxc://test:8448/a", "test:8448", "a"),
        ("mxc://[::1]:8448/a", "[::1]:8448", "a"),
    ])
    func `an address is a server's name and an id, and is written as it was read`(
        _ text: String,
        _ server: String,
        _ id: String
    ) throws {
        let address = try MediaAddress(text).unwrapped()
        #expect((address.server, address.id) == (server, id))
        #expect(address.file.rawValue == text)
    }

    @Test(arguments: [
        "", "mxc://", "mxc:///a", "mxc://test", "mxc://test/", "mxc://test/a/b", "mxc://test//a", "mxc://test/..",
        "mxc://../a", "mxc://./a", "mxc://test/a?b=c", "mxc://test/a#b", "mxc://te st/a", "mxc://test/a%2F..",
        "mxc://user@test/a", "mxc://test/a\u{0}", "mxc://test/é", "mxc://tést/a", "MXC://test/a", "http://test/a",
        "https://test/_matrix/media/a", "file:///etc/passwd", "//test/a", "test/a", " mxc://test/a", "mxc://test/a\n",
        "mxc://test/\(String(repeating: "a", count: 512))",
    ])
    func `a text that could lead elsewhere is no address`(_ text: String) {
        #expect(MediaAddress(text) == nil)
    }
}
