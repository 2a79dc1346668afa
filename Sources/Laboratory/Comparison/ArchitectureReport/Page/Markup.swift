import CommandWords
import SourceMeasure

/// Elements of a page, well-formed as XML too.
enum Markup {
    /// An element whose content is markup already.
    static func element(_ name: String, _ attributes: [(String, String)] = [], _ content: String = "") -> String {
        let written = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        return content.isEmpty ? "<\(name)\(written)/>" : "<\(name)\(written)>\(content)</\(name)>"
    }

    /// An element that holds text.
    static func text(_ name: String, _ text: String, _ attributes: [(String, String)] = []) -> String {
        "<\(name)\(attributes.map { " \($0)=\"\(escaped($1))\"" }.joined())>\(escaped(text))</\(name)>"
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in printable(text) {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
