import CommandLineKit
import SourceMeasure

/// Builds elements of a page that are also well-formed XML.
enum Markup {
    /// Returns an element whose content is markup.
    static func element(_ name: String, _ attributes: [(String, String)] = [], _ content: String = "") -> String {
        let written = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        return content.isEmpty ? "<\(name)\(written)/>" : "<\(name)\(written)>\(content)</\(name)>"
    }

    /// Returns an element that contains text.
    static func text(_ name: String, _ text: String, _ attributes: [(String, String)] = []) -> String {
        "<\(name)\(attributes.map { " \($0)=\"\(escaped($1))\"" }.joined())>\(escaped(text))</\(name)>"
    }

    /// Returns markup that shows only its summary until the reader opens it.
    static func folded(_ summary: String, _ content: String, _ attributes: [(String, String)] = []) -> String {
        element("details", attributes, element("summary", [], summary) + content)
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
