import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct StrategyLinesTests {
    @Test func `lines count that name a strategy's words in their code, each once`() {
        let text = """
            // pageSize
            let page = list(pageSize, limit: pageSize)

            let words = "hasMore"
            func showMore() {}
            func reload() { session.unreadTotal() }
            let old = offsets
            """
        let lines = StrategyLines(of: [SourceFile(path: "A.swift", bytes: Array(text.utf8))])
        #expect(lines == StrategyLines(window: 2, cells: 1, counts: 1))
    }
}
