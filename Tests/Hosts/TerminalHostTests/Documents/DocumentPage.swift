import Foundation

/// A document of the package, as far as tests hold it to the truth.
struct DocumentPage {
    /// A command that stands behind a `$`, and what the page says it prints.
    struct Transcript {
        let command: String
        let output: [String]
    }

    static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../..").standardizedFileURL

    let path: String
    let lines: [String]

    /// - Parameter path: below the folder of the package.
    init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
        lines = text.components(separatedBy: "\n")
    }

    /// A page about `viperchat`, by its name in the catalog.
    init(ofTerminalHost name: String) throws {
        try self.init("Sources/Hosts/TerminalHost/TerminalHost.docc/\(name).md")
    }

    /// README.md, Modules.md, and each page of a catalog, in the order of their paths.
    static func all() throws -> [DocumentPage] {
        let files = FileManager.default.enumerator(atPath: package.appending(path: "Sources").path)
        let articles = (files?.compactMap { $0 as? String } ?? [])
            .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
        return try (["README.md", "Modules.md"] + articles.sorted().map { "Sources/\($0)" }).map { try Self($0) }
    }

    var transcripts: [Transcript] {
        blocks(of: "console").map {
            Transcript(command: String($0[0].dropFirst(2)), output: Array($0.dropFirst()))
        }
    }

    /// The first cells of the tables' rows, without the marks for code.
    var firstCells: [String] {
        lines.filter { $0.hasPrefix("| ") }.map {
            $0.dropFirst(2).prefix { $0 != "|" }.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
        }
    }

    /// The lines of each block of code in that language.
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

    /// What `printf '...' |` in front of the program gives it to read.
    var input: String {
        guard let typed = command.wholeMatch(of: /printf '(.*)' \| .*/) else { return "" }
        return String(typed.1).replacing("\\n", with: "\n")
    }
}
