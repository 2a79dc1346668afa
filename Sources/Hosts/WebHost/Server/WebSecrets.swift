import RuntimeKit

/// The random values that let one page in, and nothing else on this machine.
struct WebSecrets: Sendable {
    /// The first part of the address: a cookie belongs to a name, not to a port.
    let name: String
    /// The token in the address, exchanged once; nil when it is spent.
    private(set) var token: String?
    /// The cookie.
    let cookie: String
    /// The second secret, in a header of each request: a cookie alone proves nothing.
    let pageKey: String
    /// The word by which the page knows this run again. The page never sends it, so that no other program learns it.
    let word: String
    /// The part of a file's path that only the page knows.
    let fileKey: String

    init(random: RandomSource) {
        name = random.hexadecimalDigits(wordCount: 1)
        token = random.hexadecimalDigits(wordCount: 4)
        cookie = random.hexadecimalDigits(wordCount: 4)
        pageKey = random.hexadecimalDigits(wordCount: 4)
        word = random.hexadecimalDigits(wordCount: 4)
        fileKey = random.hexadecimalDigits(wordCount: 4)
    }

    /// Spends the token. Returns whether `text` is the token.
    mutating func exchange(_ text: [UInt8]) -> Bool {
        guard let expected = token, isSame(text, Array(expected.utf8)) else { return false }
        token = nil
        return true
    }

    /// Makes another token for another page. The old one counts no more.
    mutating func renewToken(random: RandomSource) {
        token = random.hexadecimalDigits(wordCount: 4)
    }

    func isCookie(_ text: String?) -> Bool { isSame(Array((text ?? "").utf8), Array(cookie.utf8)) }
    func isPageKey(_ text: String?) -> Bool { isSame(Array((text ?? "").utf8), Array(pageKey.utf8)) }
    func isFileKey(_ text: some StringProtocol) -> Bool { isSame(Array(text.utf8), Array(fileKey.utf8)) }

    /// Compares in a time that does not depend on where two texts differ.
    private func isSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
