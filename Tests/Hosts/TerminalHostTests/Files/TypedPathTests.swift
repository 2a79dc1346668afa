import Foundation
import Testing

@testable import TerminalHost

@Suite struct TypedPathTests {
    @Test(arguments: [
        ("/tmp/a b", "/tmp/a b"), ("'/tmp/a b'", "/tmp/a b"), ("\"a\"", "a"), ("'a\"", "'a\""), ("'", "'"), ("''", ""),
        ("~", NSHomeDirectory()), ("~/x", NSHomeDirectory() + "/x"), ("~x", "~x"), ("'~/x'", NSHomeDirectory() + "/x"),
        ("\"'a'\"", "'a'"),
    ])
    func `quotes around a path are left out, once, and the home folder is known`(typed: String, path: String) {
        #expect(TypedPath.resolve(typed) == path)
    }
}
