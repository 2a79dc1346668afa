import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct StrategyLinesTests {
    @Test func `StrategyLines counts each line of code with a strategy's words once`() {
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

    @Test func `limits for people and files are not windows`() {
        let text = """
            let found = try await session.contacts(matching: a, limit: 8)
            let shown = found.suggestions(for: name, limit: 8)
            let people = try reader.members(of: chat, limit: request.limit + 1)
            let files = try reader.sharedFiles(of: chat, limit: request.limit + 1)
            let hasMore = max(people.count, files.count) > request.limit
            """
        let lines = StrategyLines(of: [SourceFile(path: "A.swift", bytes: Array(text.utf8))])
        #expect(lines == StrategyLines(window: 0, cells: 0, counts: 0))
    }
}
