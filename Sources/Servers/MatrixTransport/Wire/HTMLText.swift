import ChatTypes

/// The text of HTML, without its formatting.
enum HTMLText {
    /// Returns the text between the tags, with a line for each block, at most `Limits.textBytes` of it. Cost: linear.
    static func plain(_ html: String) -> String {
        var (text, rest) = ("", Substring(html))
        while let next = rest.first, text.utf8.count <= Limits.textBytes {
            switch next {
            case "<":
                // Without its end, it is no tag.
                guard let end = rest.firstIndex(of: ">") else {
                    text += rest
                    rest = ""
                    break
                }
                if isBlock(rest[rest.index(after: rest.startIndex)..<end]), !text.isEmpty, text.last != "\n" {
                    text += "\n"
                }
                rest = rest[rest.index(after: end)...]
            case "&":
                let (character, length) = reference(rest.prefix(longestReference))
                text.append(character)
                rest = rest.dropFirst(length)
            default:
                let run = rest.prefix { $0 != "<" && $0 != "&" }
                text += run
                rest = rest[run.endIndex...]
            }
        }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text.cut(toBytes: Limits.textBytes)
    }

    private static func isBlock(_ tag: Substring) -> Bool {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        return blocks.contains(name)
    }

    /// Returns the character that a text begins with as a reference, and the reference's length; the text's first character if it
    /// begins with none.
    private static func reference(_ text: Substring) -> (Character, length: Int) {
        guard let end = text.firstIndex(of: ";") else { return ("&", 1) }
        let name = text[text.index(after: text.startIndex)..<end]
        let length = name.count + 2
        if let character = named[String(name)] { return (character, length) }
        let code: UInt32? =
            if name.hasPrefix("#x") || name.hasPrefix("#X") {
                UInt32(name.dropFirst(2), radix: 16)
            } else if name
                .hasPrefix("#")
            { UInt32(name.dropFirst()) } else { nil }
        guard let scalar = code.flatMap(Unicode.Scalar.init) else { return ("&", 1) }
        return (Character(scalar), length)
    }

    private static let longestReference = 12
    private static let blocks = [
        "br", "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr", "tr",
        "table",
    ]
    private static let named: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]
}
