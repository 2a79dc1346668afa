import Foundation
import Synchronization

/// The form in which a search compares letters: without case, accents, widths and ligatures, as Unicode and ICU have them.
package enum SearchFolding {
    /// The folded scalars outside of ASCII that were met, so that each is asked of ICU once.
    private static let known = Mutex<[Unicode.Scalar: String]>([:])
    private static let limit = 50_000

    /// Returns a text with its widths and composed letters unified, before its scalars are folded.
    package static func unified(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        // Foundation on Linux leaves what it has mapped in parts.
        return text.precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
    }

    /// Returns the form of a scalar; empty for a mark that does not tell words apart.
    package static func folded(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII { return scalar.properties.lowercaseMapping }
        if let found = known.withLock({ $0[scalar] }) { return found }
        let folded = fold(scalar)
        known.withLock { if $0.count < limit { $0[scalar] = folded } }
        return folded
    }

    private static func fold(_ scalar: Unicode.Scalar) -> String {
        // Their marks are part of the letters, or were left out of the index always.
        if scalar.isWrittenWithoutSpaces { return scalar.isMark ? "" : String(scalar) }
        let parts = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !$0.isAccent }
        var text = String(String.UnicodeScalarView(parts))
        // Letters such as ł and æ have no accent that could be taken away.
        if scalar.properties.isAlphabetic {
            text = text.applyingTransform(StringTransform("Latin-ASCII"), reverse: false) ?? text
        }
        let folded = text.lowercased().uppercased().lowercased().unicodeScalars.filter { !$0.isAccent }
        return String(String.UnicodeScalarView(folded))
    }
}

extension Unicode.Scalar {
    /// Whether it belongs to a word: a letter, number or sign, `#`, or a mark within a word.
    package var isPartOfWord: Bool {
        if isASCII {
            let byte = UInt8(truncatingIfNeeded: value)
            return byte.isASCIILetterOrDigit || isSearchWord
        }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: isMark && !isWrittenWithoutSpaces
        }
    }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether it is a mark beside a letter, such as an accent or a vowel point, and no vowel of its own.
    fileprivate var isAccent: Bool { properties.canonicalCombiningClass.rawValue > 9 }
}

extension String {
    /// The words of the text in the form that a search compares: each sign, each letter of a script without spaces, and each run of
    /// others.
    package var foldedWords: [String] { folded(splittingSigns: true) }

    /// The runs of letters and signs of the text, in the form that a search compares.
    package var foldedRuns: [String] { folded(splittingSigns: false) }

    private func folded(splittingSigns isSplitting: Bool) -> [String] {
        var (words, run) = ([String](), "")
        func end() {
            if !run.isEmpty { words.append(run) }
            run = ""
        }
        for scalar in SearchFolding.unified(self).unicodeScalars {
            let isWord = isSplitting && scalar.isSearchWord
            if isWord || !scalar.isPartOfWord { end() }
            if scalar.isPartOfWord { run += SearchFolding.folded(scalar) }
            if isWord { end() }
        }
        end()
        return words
    }
}
