/// The number of files, and of their blank, comment and code lines.
///
/// The three kinds of line always sum to the number of lines. A last line without a newline counts as a line.
public struct LineCount: Hashable, Codable, Sendable {
    /// The number of files.
    public var files: Int
    /// Lines of only white space.
    public var blank: Int
    /// Lines with a comment and no code.
    public var comment: Int
    /// Lines with code, including those that also have a comment.
    public var code: Int

    public init(files: Int = 0, blank: Int = 0, comment: Int = 0, code: Int = 0) {
        self.files = files
        self.blank = blank
        self.comment = comment
        self.code = code
    }

    /// The number of all lines.
    public var lines: Int { blank + comment + code }

    public static func += (left: inout Self, right: Self) {
        left.files += right.files
        left.blank += right.blank
        left.comment += right.comment
        left.code += right.code
    }
}
