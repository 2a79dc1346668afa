import Foundation

/// A document of the package, with the parts that tests check.
struct DocumentPage {
    /// A command after a `$`, with its output on the page.
    struct Transcript {
        let command: String
        let output: [String]
    }

    static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../..").standardizedFileURL

    let path: String
    let lines: [String]

    /// - Parameter path: relative to the package's folder.
    init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
        lines = text.components(separatedBy: "\n")
    }

    /// Reads a page of the catalog of one of the hosts' modules.
    init(_ name: String, of host: String) throws {
        try self.init("Sources/Hosts/\(host)/\(host).docc/\(name).md")
    }

    /// Returns README.md, Modules.md, the pages below .github, and all pages of the catalogs, sorted by path.
    static func all() throws -> [DocumentPage] {
        let files = FileManager.default.enumerator(atPath: package.appending(path: "Sources").path)
        let articles = (files?.compactMap { $0 as? String } ?? [])
            .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
        let pages = ["CONTRIBUTING", "SECURITY", "CHANGELOG"].map { ".github/\($0).md" }
        let all = ["README.md", "Modules.md"] + pages + articles.sorted().map { "Sources/\($0)" }
        return try all.map { try Self($0) }
    }

    var transcripts: [Transcript] {
        blocks(of: "console").map {
            Transcript(command: String($0[0].dropFirst(2)), output: Array($0.dropFirst()))
        }
    }

    /// The first cells of all table rows, without code marks.
    var firstCells: [String] {
        lines.filter { $0.hasPrefix("| ") }.map {
            $0.dropFirst(2).prefix { $0 != "|" }.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
        }
    }

    /// Returns the lines of each code block in a language.
    func blocks(of language: String) -> [[String]] {
        var blocks: [[String]] = []
        var rest = lines[...]
        while let start = rest.firstIndex(of: "```\(language)") {
            let block = rest[(start + 1)...].prefix { $0 != "```" }
            blocks.append(Array(block))
            rest = rest[block.endIndex...]
        }
        return blocks
    }
}

extension DocumentPage.Transcript {
    private static let program = "swift run viperchat"

    var arguments: [String] {
        command.components(separatedBy: Self.program).last?.split(separator: " ").map(String.init) ?? []
    }

    /// The input that `printf '...' |` gives to the program.
    var input: String {
        guard let typed = command.wholeMatch(of: /printf '(.*)' \| .*/) else { return "" }
        return String(typed.1).replacing("\\n", with: "\n")
    }
}
