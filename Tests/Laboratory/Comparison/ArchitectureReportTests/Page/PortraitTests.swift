import ArchitectureVersions
import BehaviourSuite
import Testing

@testable import ArchitectureReport

@Suite struct PortraitTests {
    @Test func `every architecture has a portrait, in the same order`() {
        #expect(Portrait.all.map(\.name) == Architecture.all.map(\.name))
        for portrait in Portrait.all {
            #expect(Set(portrait.concepts).count == portrait.concepts.count)
            #expect(portrait.sentences.split(separator: ". ").count == 2, "\(portrait.name)")
            #expect(portrait.news.first == "Session" && portrait.news.last == "View")
            #expect(portrait.touches.first == "View" && portrait.touches.last == "Session")
        }
    }

    @Test func `a diff is shown with its Swift highlighted and its indentation removed`() throws {
        let page = try FixedReport.drawn.rendered(as: .html)
        #expect(page.contains("<span class=\"k\">let</span> a = <span class=\"s\">&quot;&lt;b&gt;&quot;</span>"))
        #expect(page.contains("<span class=\"added\">+<span class=\"c\">// A note</span></span>"))
        #expect(page.contains("<span class=\"removed\">-b()</span>"))
    }
}
