/// How many files there are, and how many of their lines are blank, comment and code.
///
/// The three kinds of line always sum to the number of lines; a last line without a newline is a line.
public struct LineCount: Hashable, Codable, Sendable {
    /// How many files the lines are of.
    public var files: Int
    /// Lines of nothing but white space.
    public var blank: Int
    /// Lines with comment and no code.
    public var comment: Int
    /// Lines with code, also where a comment stands beside it.
    public var code: Int

    public init(files: Int = 0, blank: Int = 0, comment: Int = 0, code: Int = 0) {
        self.files = files
        self.blank = blank
        self.comment = comment
        self.code = code
    }

    /// All lines, of whatever kind.
    public var lines: Int { blank + comment + code }

    public static func + (left: Self, right: Self) -> Self {
        Self(
            files: left.files + right.files,
            blank: left.blank + right.blank,
            comment: left.comment + right.comment,
            code: left.code + right.code
        )
    }

    public static func += (left: inout Self, right: Self) { left = left + right }
}
