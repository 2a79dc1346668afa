/// A piece of Swift source that is not white space.
package struct Token: Equatable {
    package enum Kind {
        /// A name, without the backticks around it; a reserved word after a dot or in backticks is a name too.
        case identifier
        case keyword
        case number
        /// A string literal, or the part of one before, between or after its interpolations.
        case string
        case regex
        case comment
        /// One byte of an operator, or of anything else.
        case punctuation
    }

    package let kind: Kind
    /// Offsets of bytes in the source.
    package let range: Range<Int>
}

extension Token {
    /// The reserved words that matter to what may follow them, and those that are never a type's name.
    static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The reserved words that stand for a value: a slash after them divides.
    static let values: Set<String> = ["false", "nil", "self", "Self", "super", "true"]
}
