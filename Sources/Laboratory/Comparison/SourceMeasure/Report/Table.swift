import CommandLineKit

/// A table with a header.
///
/// The first column contains text, the others numbers.
package struct Table {
    package let header: [String]
    package var rows: [[String]]

    package init(header: [String], rows: [[String]] = []) {
        self.header = header
        self.rows = rows
    }

    package func markdown() -> String {
        let cells = ([header] + rows).map { "| " + $0.map(escapedForMarkdown).joined(separator: " | ") + " |\n" }
        let rule = "|" + header.indices.map { $0 == 0 ? "---|" : "---:|" }.joined() + "\n"
        return cells[0] + rule + cells.dropFirst().joined()
    }
}

/// Formats a share as a percentage with one decimal, independent of the locale.
package func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10)%"
}

/// Escapes text so that Markdown shows it unchanged.
package func escapedForMarkdown(_ text: String) -> String {
    var result = ""
    // Escapes scalar by scalar: a character with a combining accent still acts as Markdown.
    for scalar in printable(text).unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case "\\", "`", "*", "_", "|", "[", "]", "~": result += "\\\(scalar)"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
