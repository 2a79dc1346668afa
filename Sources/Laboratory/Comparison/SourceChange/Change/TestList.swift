package import SourceMeasure

/// The tests in a set of sources: functions with `@Test`, and `test...` methods in files that import XCTest.
package struct TestList {
    /// A number for each test that changes only with its code.
    ///
    /// Tests are identified by the names of their suites and their own; tests with the same name share an entry.
    package private(set) var fingerprints: [String: UInt64] = [:]

    /// The length limit for a test body, in tokens; no real test exceeds it.
    ///
    /// After a longer body, or one that is never closed, the rest of the file is not read: searching for the end from
    /// every test would take quadratic time.
    private static let longestBody = 100_000

    /// Reads `files`. Cost: linear in their length.
    package init(of files: [SourceFile]) {
        for file in files { read(CodeTokens(of: file.bytes)) }
    }

    private mutating func read(_ code: CodeTokens) {
        var owners = OwnerStack()
        var importsXCTest = false
        /// The position of the attribute that makes the next function a test.
        var mark: Int?
        var index = 0
        while index < code.tokens.count {
            owners.read(code.symbol(at: index))
            if mark == nil, code.symbol(at: index) == UInt8(ascii: "@"), code.marksTest(at: index) { mark = index }
            if let name = code.name(at: index + 1), !code.followsDot(index) {
                switch code.word(at: index) {
                case "class", "struct", "enum", "actor", "extension":
                    owners.begin(name)
                    mark = nil
                case "import": importsXCTest = importsXCTest || name == "XCTest"
                case "func":
                    let isOfXCTest = importsXCTest && name.hasPrefix("test") && owners.last != nil
                    if mark != nil || isOfXCTest {
                        guard let end = code.endOfBody(from: index, limit: Self.longestBody) else { return }
                        let path = (owners.names + [name]).joined(separator: "/")
                        fingerprints[path, default: 0] &+= code.fingerprint(of: (mark ?? index)..<end)
                        index = end - 1
                    }
                    mark = nil
                default: break
                }
            }
            index += 1
        }
    }
}

extension CodeTokens {
    fileprivate func word(at position: Int) -> String? {
        switch tokens[position].kind {
        case .identifier, .keyword: text(at: position)
        case .number, .string, .comment, .punctuation: nil
        }
    }

    /// Whether the attribute at a position is `@Test` or `@Testing.Test`.
    fileprivate func marksTest(at position: Int) -> Bool {
        name(at: position + 1) == "Test"
            || (name(at: position + 1) == "Testing" && name(at: position + 3) == "Test")
    }

    /// Returns the position after the body of the function that begins at `start`.
    ///
    /// Returns nil if the function has no body, or one longer than `limit`.
    fileprivate func endOfBody(from start: Int, limit: Int) -> Int? {
        var (brackets, braces) = (0, 0)
        for position in start..<min(tokens.count, start + limit) {
            switch symbol(at: position) {
            case .open where braces == 0: brackets += 1
            case .close where braces == 0: brackets -= 1
            case UInt8(ascii: "{") where brackets == 0: braces += 1
            case UInt8(ascii: "}") where brackets == 0:
                braces -= 1
                if braces <= 0 { return position + 1 }
            default: break
            }
        }
        return nil
    }
}
