/// The terminal's answer to OSC 11, which asks for the colour of the background: `11;rgb:ffff/ffff/ffff`.
enum BackgroundAnswer {
    /// Asks the terminal, and then for its attributes (DA1): answers come in order, so that a terminal which ignores the
    /// first question is not waited for.
    static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
    /// Longer strings are no answer.
    static let lengthLimit = 40

    /// Returns whether the background is light; nil for any other text.
    static func isLight(_ bytes: [UInt8]) -> Bool? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = ["11;rgb:", "11;rgba:"].first(where: text.hasPrefix) else { return nil }
        let parts = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false).prefix(3)
        let levels = parts.compactMap { part -> Double? in
            guard (1...4).contains(part.utf8.count), let level = UInt32(part, radix: 16) else { return nil }
            return Double(level) / Double((1 << (4 * part.utf8.count)) - 1)
        }
        guard levels.count == 3 else { return nil }
        // How bright the eye sees red, green and blue.
        return 0.299 * levels[0] + 0.587 * levels[1] + 0.114 * levels[2] > 0.5
    }
}
