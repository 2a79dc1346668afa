package import SourceMeasure

/// The tests that sources hold: functions with `@Test`, and in files that import XCTest methods called `test...`.
package struct TestList {
    /// Per test, by its suites' names and its own, a number that changes with its code and with nothing else. Tests of
    /// one name are one.
    package private(set) var fingerprints: [String: UInt64] = [:]

    /// Longer bodies are no test's. What comes after one, or after one that is never closed, is not read: looking for
    /// the end from each would take the square of the length.
    private static let longestBody = 100_000

    /// Reads `files`. Cost: linear in their length.
    package init(of files: [SourceFile]) {
        for file in files { read(CodeTokens(of: file.bytes)) }
    }

    private mutating func read(_ code: CodeTokens) {
        var owners = OwnerStack()
        var importsXCTest = false
        /// Where the attribute stands that makes a test of the function behind it.
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
        case .number, .string, .regex, .comment, .punctuation: nil
        }
    }

    /// `@Test` or `@Testing.Test`.
    fileprivate func marksTest(at position: Int) -> Bool {
        name(at: position + 1) == "Test"
            || (name(at: position + 1) == "Testing" && name(at: position + 3) == "Test")
    }

    /// Behind the braces of the function that begins there; nil if it has none, or too long ones.
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
