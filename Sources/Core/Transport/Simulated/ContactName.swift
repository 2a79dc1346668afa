import Foundation

/// The name of a person to chat with, as the server accepts it.
struct ContactName {
    static let characterLimit = 100
    /// A single character may carry any number of combining marks: bytes need a limit of their own.
    static let byteLimit = 4_000

    let text: String

    /// Trims the text; throws a refusal that says what is wrong with it.
    init(_ text: String) throws(ServiceError) {
        self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if self.text.isEmpty { throw Self.refusal("A name is needed") }
        if self.text.utf8.count > Self.byteLimit || self.text.count > Self.characterLimit {
            throw Self.refusal("A name can have at most \(Self.characterLimit) characters")
        }
        if self.text.unicodeScalars.contains(where: Self.isForbidden) {
            throw Self.refusal("A name cannot contain control characters or direction marks")
        }
    }

    /// The same for all spellings that mean the same person.
    var key: String { Self.key(for: text) }

    static func key(for name: String) -> String {
        name.folding(options: .caseInsensitive, locale: nil)
    }

    /// The name as a readable part of an id: its words in lower case, without accents, joined by hyphens.
    static func slug(for name: String) -> String {
        let words = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? "contact" : String(words.joined(separator: "-").prefix(40))
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isBidiControl { return true }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    private static func refusal(_ text: String) -> ServiceError {
        .refused(.invalidName, text: text)
    }
}
