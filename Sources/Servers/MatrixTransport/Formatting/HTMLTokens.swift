import ChatTypes

/// A part of HTML: a tag, or text between tags.
enum HTMLToken: Equatable {
    /// The characters of a text, with its references replaced.
    case text([UInt8])
    /// The name in lower case, and the attributes; of equal names, the first.
    case begin(String, [String: String])
    case end(String)
}

/// Splits HTML into tokens. Anything but a tag or a reference is text; comments are dropped. Cost: linear in the text.
struct HTMLTokens: Sequence, IteratorProtocol {
    /// The attributes of a tag that are read.
    private static let attributeLimit = 16

    private let bytes: [UInt8]
    private var index = 0
    /// Whether a tag was left open, so that quotes in tags no longer count; and whether no tag can end any more.
    private var (ignoresQuotes, isPastTags) = (false, false)

    init(_ html: String) { bytes = Array(html.utf8.prefix(Limits.textBytes)) }

    mutating func next() -> HTMLToken? {
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), let tag = tag() {
                if let token = tag.token { return token }
                continue
            }
            return .text(text())
        }
        return nil
    }

    /// Skips everything up to the end tag of an element whose content is no HTML.
    mutating func skip(to name: String) {
        let end = Array("</\(name)".utf8)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), bytes.count - index >= end.count,
                zip(bytes[index...], end).allSatisfy({ $0.0.lowercased == $0.1 })
            {
                return
            }
            index += 1
        }
    }

    /// Reads text up to the next tag.
    private mutating func text() -> [UInt8] {
        var text: [UInt8] = []
        repeat {
            if bytes[index] == UInt8(ascii: "&"), let (character, length) = HTMLReference.read(bytes[index...]) {
                text += character
                index += length
            } else {
                text.append(bytes[index])
                index += 1
            }
        } while index < bytes.count && !(bytes[index] == UInt8(ascii: "<") && !isPastTags)
        return text
    }

    /// Reads a tag or a comment, which has no token. Nil if none begins here.
    private mutating func tag() -> (token: HTMLToken?, Void)? {
        guard !isPastTags, index + 1 < bytes.count else { return nil }
        let next = bytes[index + 1]
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
            let isComment = bytes[index...].starts(with: "<!--".utf8)
            guard let end = isComment ? commentEnd() : tagEnd(from: index) else { return nil }
            index = end + 1
            return (nil, ())
        }
        let isEnd = next == UInt8(ascii: "/")
        let start = index + (isEnd ? 2 : 1)
        guard start < bytes.count, bytes[start].isASCIILetter, let end = tagEnd(from: start) else { return nil }
        let name = bytes[start..<end].prefix { !$0.isHTMLBlank && $0 != UInt8(ascii: "/") }
        index = end + 1
        let word = String(decoding: name.prefix(32).map(\.lowercased), as: UTF8.self)
        return (isEnd ? .end(word) : .begin(word, attributes(in: name.endIndex..<end)), ())
    }

    private func commentEnd() -> Int? {
        var end = index + 6
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: ">"), bytes[end - 1] == UInt8(ascii: "-"), bytes[end - 2] == UInt8(ascii: "-")
            {
                return end
            }
            end += 1
        }
        // The rest is a comment.
        return bytes.count - 1
    }

    /// Returns the index of the bracket that ends a tag, which is not within quotes.
    private mutating func tagEnd(from start: Int) -> Int? {
        if !ignoresQuotes {
            var quote: UInt8?
            for index in start..<bytes.count {
                let byte = bytes[index]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: ">") {
                    return index
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), bytes[index - 1] == UInt8(ascii: "=")
                {
                    quote = byte
                }
            }
            ignoresQuotes = true
        }
        let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        if end == nil { isPastTags = true }
        return end
    }

    private func attributes(in range: Range<Int>) -> [String: String] {
        var (attributes, index) = ([String: String](), range.lowerBound)
        func isEnd(_ byte: UInt8) -> Bool { byte.isHTMLBlank || byte == UInt8(ascii: "/") }
        for _ in 0..<Self.attributeLimit {
            while index < range.upperBound, isEnd(bytes[index]) { index += 1 }
            let name = bytes[index..<range.upperBound].prefix { !isEnd($0) && $0 != UInt8(ascii: "=") }
            index = name.endIndex
            if name.isEmpty, index >= range.upperBound { break }
            var value: ArraySlice<UInt8> = []
            if index < range.upperBound, bytes[index] == UInt8(ascii: "=") {
                index += 1
                let rest = bytes[index..<range.upperBound]
                if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    value = rest.dropFirst().prefix { $0 != quote }
                    index = Swift.min(value.endIndex + 1, range.upperBound)
                } else {
                    value = rest.prefix { !$0.isHTMLBlank }
                    index = value.endIndex
                }
            }
            let word = String(decoding: name.prefix(32).map(\.lowercased), as: UTF8.self)
            if attributes[word] == nil { attributes[word] = HTMLReference.replaced(in: value) }
        }
        return attributes
    }
}

/// References to characters, such as `&amp;` and `&#65;`.
enum HTMLReference {
    private static let longest = 12
    private static let named: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
        "hellip": "…",
        "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
        "bull": "•",
        "middot": "·", "euro": "€", "trade": "™", "deg": "°", "times": "×", "larr": "←", "rarr": "→", "sect": "§",
    ]

    /// Returns the character of a reference at the start of a text, and the reference's length; nil if there is none.
    static func read(_ text: ArraySlice<UInt8>) -> (character: [UInt8], length: Int)? {
        guard let end = text.prefix(longest).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self)
        let length = end + 1 - text.startIndex
        if let character = named[name] { return (Array(character.utf8), length) }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
        let code = isHexadecimal ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        guard let code, let scalar = Unicode.Scalar(code), code != 0 else { return nil }
        return (Array(String(Character(scalar)).utf8), length)
    }

    static func replaced(in text: ArraySlice<UInt8>) -> String {
        var (bytes, rest) = ([UInt8](), text)
        while let first = rest.first {
            let found = first == UInt8(ascii: "&") ? read(rest) : nil
            bytes += found?.character ?? [first]
            rest = rest.dropFirst(found?.length ?? 1)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
    /// Whether HTML takes it for white space.
    var isHTMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}
