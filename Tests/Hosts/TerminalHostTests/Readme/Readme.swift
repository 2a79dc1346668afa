import Foundation

/// README.md, as far as tests hold it to the truth.
struct Readme {
    /// A command that stands behind a `$`, and what the README says it prints.
    struct Transcript {
        let command: String
        let output: [String]
    }

    let transcripts: [Transcript]
    /// The example lines of the JSON contract.
    let contract: [String]
    private let lines: [String]

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../README.md")
        lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        transcripts = Self.blocks(of: "console", in: lines).map {
            Transcript(command: String($0[0].dropFirst(2)), output: Array($0.dropFirst()))
        }
        contract = Self.blocks(of: "json", in: lines).flatMap { $0 }
    }

    /// The first cells of the tables' rows, without the marks for code.
    var firstCells: [String] {
        lines.filter { $0.hasPrefix("| ") }.map {
            $0.dropFirst(2).prefix { $0 != "|" }.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
        }
    }

    private static func blocks(of kind: String, in lines: [String]) -> [[String]] {
        var blocks: [[String]] = []
        var rest = lines[...]
        while let start = rest.firstIndex(of: "```\(kind)") {
            let block = rest[(start + 1)...].prefix { $0 != "```" }
            blocks.append(Array(block))
            rest = rest[block.endIndex...]
        }
        return blocks
    }
}

extension Readme.Transcript {
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
