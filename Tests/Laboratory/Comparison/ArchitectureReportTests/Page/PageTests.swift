import Foundation
import Testing

@testable import ArchitectureReport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct PageTests {
    @Test func `the page is well-formed and contains every section`() throws {
        let reader = PageReader(try FixedReport.drawn.rendered(as: .html))
        #expect(reader.problem == nil)
        #expect(Set(reader.ids).isSuperset(of: FixedReport.drawn.sections.map(\.id)))
        #expect(Set(reader.ids).count == reader.ids.count, "an id is given once")
        #expect(reader.count(of: "script") == 0)
        #expect(reader.count(of: "table") == FixedReport.drawn.evidence.count { $0.table != nil })
        #expect(reader.count(of: "figure") == 2)
    }

    @Test func `each source has its result above its claims, and each folded claim shows a figure and its readers`()
        throws
    {
        let report = try LedgerTests.report()
        let page = try report.rendered(as: .html)
        #expect(page.components(separatedBy: "<div class=\"source\">").count == Claim.Source.allCases.count + 1)
        for result in report.results {
            #expect(result.sentence.contains { $0.isNumber })
            #expect(page.contains("</h3><p>\(Markup.escaped(result.sentence))</p><details>"))
        }
        for claim in report.ledger {
            let figures = Markup.escaped("\(claim.figures); for \(claim.reader.word)")
            let line = Markup.escaped(claim.sentence) + "</span> <span class=\"by\">" + figures
            #expect(page.contains(line), "\(claim.sentence)")
        }
        for sentence in Limit.rule { #expect(page.components(separatedBy: Markup.escaped(sentence)).count == 2) }
    }

    @Test(arguments: ["<p>", "<", "&", "</p>", "<b>"])
    func `PageReader detects markup that is not well-formed`(intruder: String) throws {
        let page = try FixedReport.drawn.rendered(as: .html)
        #expect(PageReader(page.replacingOccurrences(of: "</h1>", with: "\(intruder)</h1>")).problem != nil)
    }

    @Test func `the page loads no external resources`() throws {
        let page = try FixedReport.drawn.rendered(as: .html)
        for word in ["src=", "url(", "@import", "<link"] { #expect(!page.contains(word)) }
        #expect(page.contains("prefers-color-scheme: dark"))
    }
}

/// The findings of the XML parser in a page.
private final class PageReader: NSObject, XMLParserDelegate {
    private(set) var ids: [String] = []
    private(set) var problem: String?
    private var depth = 0
    private var counts: [String: Int] = [:]

    init(_ page: String) {
        super.init()
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = self
        let isWhole = parser.parse()
        if !isWhole || depth != 0 || parser.parserError != nil {
            problem = problem ?? "line \(parser.lineNumber): \(String(describing: parser.parserError))"
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        problem = problem ?? "line \(parser.lineNumber): \(error)"
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        depth -= 1
    }

    func count(of element: String) -> Int { counts[element, default: 0] }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[element, default: 0] += 1
        depth += 1
        if let id = attributes["id"] { ids.append(id) }
    }
}
