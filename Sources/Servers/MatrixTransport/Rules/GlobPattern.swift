import ChatTypes

/// A pattern of a push rule: `*` stands for any text, `?` for any character, and the case of letters does not matter.
///
/// Matching follows all possible states at once, so no pattern takes more steps than its length times that of the text.
struct GlobPattern: Hashable, Sendable {
    private enum Token: Hashable {
        case scalar(Unicode.Scalar)
        case anyScalar
        case anyText
    }

    /// A text to be searched, without the differences between upper and lower case.
    struct Text: Sendable {
        fileprivate let scalars: [Unicode.Scalar]

        /// Reads no more than `limit` bytes of the text.
        init(_ text: String, upTo limit: Int = .max) {
            scalars = Array(text.cut(toBytes: limit).lowercased().unicodeScalars)
        }

        /// Whether a word may begin or end before the scalar at an index. Words consist of ASCII letters, digits and `_`.
        fileprivate func isBoundary(_ index: Int) -> Bool {
            guard index > 0, index < scalars.count else { return true }
            return !scalars[index - 1].isOfWord || !scalars[index].isOfWord
        }
    }

    private let tokens: [Token]
    /// Whether it matches one text only.
    private let isLiteral: Bool

    /// The longest pattern that is read, in bytes.
    static let byteLimit = 1024

    init(_ pattern: String) {
        tokens = pattern.lowercased().unicodeScalars.map { scalar in
            switch scalar {
            case "*": .anyText
            case "?": .anyScalar
            default: .scalar(scalar)
            }
        }
        isLiteral = !tokens.contains(.anyText) && !tokens.contains(.anyScalar)
    }

    /// Creates the pattern of a text in which no character has a meaning.
    init(literally text: String) {
        tokens = text.lowercased().unicodeScalars.map { .scalar($0) }
        isLiteral = true
    }

    /// Whether the pattern matches the whole text.
    ///
    /// - Parameter steps: the steps that may still be taken; too few make it false. A pattern without `*` and `?` takes none.
    func matches(_ text: Text, steps: inout Int) -> Bool {
        if isLiteral { return tokens == text.scalars.map { .scalar($0) } }
        return search(text, steps: &steps) {
            $0 == 0
        } end: {
            $0 == text.scalars.count
        }
    }

    /// Whether the pattern matches some whole words of the text. An empty pattern matches none.
    ///
    /// - Parameter steps: the steps that may still be taken; too few make it false.
    func matchesWords(of text: Text, steps: inout Int) -> Bool {
        !tokens.isEmpty && search(text, steps: &steps, start: text.isBoundary, end: text.isBoundary)
    }

    /// Whether the pattern matches between two indexes that may be a start and an end.
    private func search(
        _ text: Text,
        steps: inout Int,
        start: (Int) -> Bool,
        end: (Int) -> Bool
    ) -> Bool {
        var (active, next) = (StateSet(tokens.count + 1), StateSet(tokens.count + 1))
        for index in 0...text.scalars.count {
            if start(index) { enter(0, of: &active, at: index) }
            if active.contains(tokens.count, at: index), end(index) { return true }
            guard index < text.scalars.count else { break }
            steps -= 1 + active.states.count
            guard steps > 0 else { return false }
            for state in active.states where state < tokens.count {
                switch tokens[state] {
                case .anyText: enter(state, of: &next, at: index + 1)
                case .anyScalar: enter(state + 1, of: &next, at: index + 1)
                case .scalar(let scalar):
                    if scalar == text.scalars[index] { enter(state + 1, of: &next, at: index + 1) }
                }
            }
            swap(&active, &next)
            next.states.removeAll(keepingCapacity: true)
        }
        return false
    }

    /// Adds a state, and those behind it that need no text.
    private func enter(_ state: Int, of set: inout StateSet, at index: Int) {
        var state = state
        while set.insert(state, at: index), state < tokens.count, tokens[state] == .anyText { state += 1 }
    }

    /// The numbers of tokens that are matched up to an index of the text.
    private struct StateSet {
        var states: [Int] = []
        /// For each state, the index at which it was entered last.
        private var entered: [Int]

        init(_ count: Int) { entered = Array(repeating: -1, count: count) }

        func contains(_ state: Int, at index: Int) -> Bool { entered[state] == index }

        /// Returns false for a state that was entered at this index before.
        mutating func insert(_ state: Int, at index: Int) -> Bool {
            guard entered[state] != index else { return false }
            entered[state] = index
            states.append(state)
            return true
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isOfWord: Bool {
        self == "_" || "0"..."9" ~= self || "a"..."z" ~= self
    }
}
