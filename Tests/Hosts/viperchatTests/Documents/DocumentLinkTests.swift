import Foundation
import Testing

/// Checks the length and the links of the documents.
@Suite struct DocumentLinkTests {
    @Test(arguments: [("README.md", 180), ("Modules.md", 300)])
    func `README and Modules are within their length limits`(path: String, limit: Int) throws {
        // The last line ends with a line break.
        #expect(try DocumentPage(path).lines.count - 1 <= limit)
    }

    @Test func `every block of code is closed before the next one`() throws {
        for page in try DocumentPage.all() {
            var isInBlock = false
            for (number, line) in page.lines.enumerated() where line.hasPrefix("```") {
                #expect(!isInBlock || line == "```", "\(page.path):\(number + 1)")
                isInBlock.toggle()
            }
            #expect(!isInBlock, "\(page.path)")
        }
    }

    @Test func `every link to a file leads to an existing file`() throws {
        var count = 0
        for page in try DocumentPage.all() {
            let folder = DocumentPage.package.appending(path: page.path).deletingLastPathComponent()
            for link in page.lines.flatMap({ $0.matches(of: /\]\(([^)#]+)\)/) }) where !link.1.hasPrefix("http") {
                count += 1
                let file = folder.appending(path: String(link.1))
                #expect(FileManager.default.fileExists(atPath: file.path), "\(page.path): \(link.1)")
            }
        }
        #expect(count > 5)
    }

    @Test func `every link to a heading leads to an existing heading`() throws {
        var count = 0
        for page in try DocumentPage.all() {
            let folder = DocumentPage.package.appending(path: page.path).deletingLastPathComponent()
            for link in page.lines.flatMap({ $0.matches(of: /\]\(([^)#]*)#([^)]+)\)/) }) where !link.1.hasPrefix("http")
            {
                count += 1
                let file = link.1.isEmpty ? nil : folder.appending(path: String(link.1)).standardizedFileURL
                let target = try file.map { try String(contentsOf: $0, encoding: .utf8).components(separatedBy: "\n") }
                let headings = (target ?? page.lines).filter { $0.hasPrefix("#") }.map(Self.anchor)
                #expect(headings.contains(String(link.2)), "\(page.path): \(link.1)#\(link.2)")
            }
        }
        #expect(count > 3)
    }

    /// Returns the anchor that GitHub gives to a heading.
    private static func anchor(of heading: String) -> String {
        let text = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        return String(text.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" })
            .replacing(" ", with: "-")
    }

    @Test func `every link within a catalog leads to an existing page`() throws {
        var count = 0
        for page in try DocumentPage.all() {
            let folder = DocumentPage.package.appending(path: page.path).deletingLastPathComponent()
            for link in page.lines.flatMap({ $0.matches(of: /<doc:([^>]+)>/) }) {
                count += 1
                let file = folder.appending(path: "\(link.1).md")
                #expect(FileManager.default.fileExists(atPath: file.path), "\(page.path): \(link.1)")
            }
        }
        #expect(count > 5)
    }

    @Test func `every path in Modules md exists`() throws {
        let names = try DocumentPage("Modules.md").lines.flatMap { $0.matches(of: /`((Sources|Tests)\/[^` ]+)`/) }
        #expect(names.count > 10)
        for name in names {
            let file = DocumentPage.package.appending(path: String(name.1))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(name.1)")
        }
    }

    @Test func `the README's table lists every library of the package`() throws {
        let package = try DocumentPage("Package.swift").lines.joined(separator: "\n")
        let lists = package.matches(of: /let (?:libraries|screenNames) =\s*\[([^\]]*)\]/).map(\.1)
        let libraries = lists.flatMap { $0.matches(of: /"(\w+)"/) }.map { "`\($0.1)`" }
        #expect(lists.count == 2 && libraries.count > 5)
        let cells = try DocumentPage("README.md").lines.filter { $0.hasPrefix("| `") }.joined()
        for library in libraries { #expect(cells.contains(library), "\(library)") }
    }
}
