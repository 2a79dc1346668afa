/// A piece of Swift source that is not white space.
package struct Token: Equatable {
    package enum Kind {
        /// A name, without backticks; also a reserved word after a dot or in backticks.
        case identifier
        case keyword
        case number
        /// A regular expression, a string literal, or the part of one before, between or after interpolations.
        case string
        case comment
        /// One byte of an operator or of other punctuation.
        case punctuation
    }

    package let kind: Kind
    /// Byte offsets in the source.
    package let range: Range<Int>
}

extension Token {
    /// The reserved words that decide what may follow them, and those that can never name a type.
    static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
