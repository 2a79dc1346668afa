import Foundation

extension TerminalText {
    /// How wide a contact's name is shown at most.
    package static let nameColumns = 30

    /// A contact's name where one line has to hold it, in quotes where it could be taken for something else.
    ///
    /// Bare stand only names that begin with a letter, a digit or an emoji, hold no colon, bracket or quotation mark, and do
    /// not look like `me`: so none of them ends where a text seems to begin, and none passes for oneself or the program.
    package static func name(_ name: String, columns: Int = nameColumns) -> String {
        let line = oneLine(name)
        return isPlain(line) ? fit(line, columns: columns) : "\"\(fit(line, columns: max(1, columns - 2)))\""
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return true }
        let beginsWell = first.properties.isAlphabetic || first.properties.numericType != nil || first.isPicture
        return beginsWell && !name.unicodeScalars.contains { ":[]\"".unicodeScalars.contains($0) } && !looksLikeMe(name)
    }

    /// Compares letters alone, in their plainest form, without marks and case.
    private static func looksLikeMe(_ name: String) -> Bool {
        let plain = name.decomposedStringWithCompatibilityMapping.lowercased()
        let letters = plain.unicodeScalars.lazy.filter(\.properties.isAlphabetic).prefix(4).map { scalar -> Character in
            if looksLikeM.contains(scalar) { return "m" }
            return looksLikeE.contains(scalar) ? "e" : Character(scalar)
        }
        return ["me", "rne"].contains(String(letters))
    }

    /// Cyrillic, Greek, small capital, hooked, Coptic, Cherokee and Lisu letters.
    private static let looksLikeM: Set<Unicode.Scalar> = [
        "м", "μ", "ᴍ", "ɱ", "ʍ", "ⲙ", "ꮇ", "Ꮇ", "ꓟ", "ϻ", "ṃ", "ӎ", "ᵯ", "ᶆ",
    ]
    private static let looksLikeE: Set<Unicode.Scalar> = [
        "е", "є", "ε", "ɛ", "ᴇ", "ℯ", "℮", "ҽ", "ⲉ", "ꭼ", "Ꭼ", "ꓰ", "ɘ", "ə", "ǝ", "э", "ⴹ", "ꬲ", "ҿ", "ɇ", "ⱸ", "ᶒ",
    ]
}

extension Unicode.Scalar {
    fileprivate var isPicture: Bool { properties.isEmojiPresentation || properties.isEmoji && !isASCII }
}
