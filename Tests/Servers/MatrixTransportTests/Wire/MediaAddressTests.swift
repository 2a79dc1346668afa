import ChatTypes
import Testing

@testable import MatrixTransport

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
    func `what could lead elsewhere is no address`(_ text: String) {
        #expect(MediaAddress(text) == nil)
    }
}
