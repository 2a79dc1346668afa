/// The delimiter of a string literal.
struct StringDelimiter {
    let hashes: Int
    let isMultiline: Bool
}

extension Lexer {
    /// Reads a string.
    mutating func quoted() -> Token? {
        var hashes = 0
        while byte(hashes) == .hash { hashes += 1 }
        switch byte(hashes) {
        case .quote:
            let opensThree = byte(hashes + 1) == .quote && byte(hashes + 2) == .quote
            let isMultiline = opensThree && !(hashes > 0 && closesOnItsLine(hashes: hashes))
            let delimiter = StringDelimiter(hashes: hashes, isMultiline: isMultiline)
            contexts.append(.string(delimiter))
            return emit(.string, end: endOfPart(of: delimiter, from: position + hashes + (isMultiline ? 3 : 1)))
        case .slash where hashes > 0:
            return extendedRegularExpression(hashes: hashes) ?? emit(.punctuation, end: position + hashes)
        default:
            // Several hashes that open nothing become one token; otherwise a file of hashes would take quadratic
            // time.
            return hashes > 1 ? emit(.punctuation, end: position + hashes) : nil
        }
    }

    /// Returns the end of the string or of its part before an interpolation, and leaves or enters the context.
    mutating func endOfPart(of delimiter: StringDelimiter, from start: Int? = nil) -> Int {
        var index = start ?? position
        while index < source.count {
            switch source[index] {
            case .quote where closes(delimiter, at: index):
                contexts.removeLast()
                return index + (delimiter.isMultiline ? 3 : 1) + delimiter.hashes
            case .backslash where hasHashes(delimiter.hashes, at: index + 1):
                index += 1 + delimiter.hashes
                guard index < source.count else { break }
                if source[index] == .open {
                    contexts.append(.interpolation(depth: 1))
                    return index + 1
                }
                if delimiter.isMultiline || !source[index].isNewline { index += 1 }
            case let byte where byte.isNewline && !delimiter.isMultiline:
                contexts.removeLast()
                return index
            default:
                index += 1
            }
        }
        contexts.removeLast()
        return source.count
    }

    private func closes(_ delimiter: StringDelimiter, at index: Int) -> Bool {
        guard delimiter.isMultiline else { return hasHashes(delimiter.hashes, at: index + 1) }
        guard index + 2 < source.count, source[index + 1] == .quote, source[index + 2] == .quote else { return false }
        return hasHashes(delimiter.hashes, at: index + 3)
    }

    /// Whether the string closes on its line: `#"""#` is a quote in a single-line string, not a multiline string.
    private func closesOnItsLine(hashes: Int) -> Bool {
        var index = position + hashes + 1
        while index < source.count, !source[index].isNewline {
            if source[index] == .quote, hasHashes(hashes, at: index + 1) { return true }
            index += 1
        }
        return false
    }

    func hasHashes(_ number: Int, at index: Int) -> Bool {
        guard index + number <= source.count else { return false }
        return source[index..<(index + number)].allSatisfy { $0 == .hash }
    }
}
