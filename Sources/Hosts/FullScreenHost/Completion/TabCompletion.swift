/// What Tab puts in, one after the other, for what was typed.
///
/// First comes what all words begin with, if that is more than what was typed; then the words in turn, and after the last
/// one the beginning again.
struct TabCompletion: Sendable {
    /// Where what was typed begins, in bytes of UTF-8.
    private let start: Int
    private let choices: [String]
    /// Which of them stands there; nil before the first.
    private var current: Int?
    /// What stands there takes so many bytes.
    private var length: Int

    /// - Parameters:
    ///   - beginning: what all words begin with, or what was typed; nil for a single word that stays once it is there.
    ///   - words: as they are offered, at least one; each is put in on one line, without controls.
    init(of typed: String, at start: Int, beginning: String?, words: [String]) {
        self.start = start
        choices = ((beginning.map { [$0] } ?? []) + words).map { word in
            String(String.UnicodeScalarView(PlainText.plain(word).unicodeScalars.map { $0 == "\n" ? " " : $0 }))
        }
        current = beginning == typed ? 0 : nil
        length = typed.utf8.count
    }

    /// What Tab, or Shift-Tab for the other way, puts in where.
    mutating func next(isBackward: Bool) -> (range: Range<Int>, text: String) {
        let step = isBackward ? choices.count - 1 : 1
        let next = current.map { ($0 + step) % choices.count } ?? (isBackward ? choices.count - 1 : 0)
        defer { (current, length) = (next, choices[next].utf8.count) }
        return (start..<(start + length), choices[next])
    }
}

extension TextEditor {
    /// Goes on with the completion that the last key began, or begins one. All that it puts in is undone as one.
    ///
    /// - Throws: when the text would get too long; then nothing has changed.
    mutating func complete(
        from table: CompletionTable,
        on screen: KeyScreen,
        isBackward: Bool = false
    ) throws(TextTooLong) {
        guard var completion = completion ?? table.completion(of: buffer, on: screen) else { return }
        let (range, text) = completion.next(isBackward: isBackward)
        try replace(range, with: text, goesOn: self.completion != nil)
        self.completion = completion
    }
}
