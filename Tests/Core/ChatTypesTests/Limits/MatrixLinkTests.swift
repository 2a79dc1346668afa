import ChatTypes
import Testing

@Suite struct MatrixLinkTests {
    @Test(arguments: [
        ("https://matrix.to/#/#room:x.org", "#room:x.org", []),
        ("https://matrix.to/#/%23room%3Ax.org", "#room:x.org", []),
        ("https://matrix.to/#/%23room:x.org?via=y.org", "#room:x.org", ["y.org"]),
        ("http://matrix.to/#/@ada:x.org", "@ada:x.org", []), ("HTTPS://MATRIX.TO/#/@ada:x.org", "@ada:x.org", []),
        ("https://matrix.to/#/%40ada%3Ax.org", "@ada:x.org", []),
        ("https://matrix.to/#/!id:x.org/$event?via=a.org&via=b.org", "!id:x.org", ["a.org", "b.org"]),
        (
            "https://matrix.to/#/!abcdefghijklmnop?via=a.org&via=b.org&via=c.org&via=d.org", "!abcdefghijklmnop",
            ["a.org", "b.org", "c.org"]
        ),
        ("matrix:r/room:x.org", "#room:x.org", []), ("matrix:u/ada:x.org?action=chat", "@ada:x.org", []),
        ("matrix:roomid/id:x.org/e/event?via=x.org", "!id:x.org", ["x.org"]), ("#room:x.org", "#room:x.org", []),
        ("@ada:x.org", "@ada:x.org", []), ("!abcdefghijklmnop", "!abcdefghijklmnop", []),
        ("!0123456789", "!0123456789", []),
        ("https://matrix.to/#/#room:x.org?via=&via=a.org", "#room:x.org", ["a.org"]),
    ])
    func `links of Matrix and ids are read in each form`(_ text: String, _ id: String, _ servers: [String]) throws {
        let link = try #require(MatrixLink(text))
        #expect(link.id == id && link.servers == servers)
        #expect(ContactName(text).error == nil)
    }

    @Test(arguments: [
        ("https://matrix.to/#/!id:x.org/$event?via=a.org", "$event"),
        ("https://matrix.to/#/%23room%3Ax.org/%24event", "$event"), ("matrix:roomid/id:x.org/e/event", "$event"),
        ("matrix:r/room:x.org/event/event", "$event"), ("https://matrix.to/#/#room:x.org", nil), ("@ada:x.org", nil),
    ])
    func `a link to an event has its id`(text: String, event: String?) throws {
        #expect(try #require(MatrixLink(text)).event == event)
    }

    @Test(arguments: [
        "", "Ada", "ada:x.org", "@ada", "#room", "!", "https://x.org/#/@ada:x.org", "https://matrix.to/",
        "https://matrix.to/#/",
        "matrix:x/room:x.org", "matrix:r", "@ada x:y", "https://matrix.to/#/%0A:x", "!short",
        "!012345678", "https://matrix.to/#/@ada:x.org?via=" + String(repeating: "x", count: Limits.addressBytes),
    ])
    func `any other text is no link`(_ text: String) {
        #expect(MatrixLink(text) == nil)
    }
}
