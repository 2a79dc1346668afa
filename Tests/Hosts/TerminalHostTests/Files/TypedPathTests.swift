import Foundation
import Testing

@testable import TerminalHost

@Suite struct TypedPathTests {
    @Test(arguments: [
        ("/tmp/a b", "/tmp/a b"), ("'/tmp/a b'", "/tmp/a b"), ("\"a\"", "a"), ("'a\"", "'a\""), ("'", "'"), ("''", ""),
        ("~", NSHomeDirectory()), ("~/x", NSHomeDirectory() + "/x"), ("~x", "~x"), ("'~/x'", NSHomeDirectory() + "/x"),
        ("\"'a'\"", "'a'"), ("~/x/", NSHomeDirectory() + "/x/"),
    ])
    func `quotes around a path are left out, once, and the home folder is known`(typed: String, path: String) {
        #expect(TypedPath.resolve(typed) == path)
    }

    @Test func `the backslashes of a path that was dropped are left out, but for a file that has them`() throws {
        let folder = DataFolder()
        let path = { (name: String) in folder.url.appending(path: name).path }
        try Data().write(to: URL(filePath: path(#"a\ b"#)))
        #expect(TypedPath.resolve(path(#"a\ b"#)) == path(#"a\ b"#))
        #expect(TypedPath.resolve(path(#"c\ \(d\).txt"#)) == path("c (d).txt"))
        #expect(TypedPath.resolve(path(#"c\\d\"#)) == path(#"c\d\"#))
        #expect(TypedPath.resolve(#"~/a\ b"#) == NSHomeDirectory() + "/a b")
        #expect(TypedPath.resolve(#"'c\ d'"#) == #"c\ d"#)
    }
}
