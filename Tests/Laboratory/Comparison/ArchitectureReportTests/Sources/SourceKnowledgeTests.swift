import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct SourceKnowledgeTests {
    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

    @Test func `a file knows a source by its protocol, by who holds it, and by types named after it`() {
        let knowledge = SourceKnowledge(of: [
            file("App.swift", "struct App { let news: any PushSource }"),
            file("Live.swift", "extension App { func live() { news.receive { _ in } } }"),
            file("PushController.swift", "class PushController {}"),
            file("Start.swift", "func start() { _ = PushController() }"),
            file("Navigation.swift", "class Navigation { func push(_ screen: Int) {} }"),
            file("Words.swift", "// PushSource\nlet words = \"PushSource\""),
            file("Line.swift", "protocol Line { func take(_ source: SocketSource) }"),
        ])
        #expect(knowledge.push == ["App.swift", "Live.swift", "PushController.swift", "Start.swift"])
        #expect(knowledge.socket == ["Line.swift"])
        #expect(knowledge.either == ["App.swift", "Line.swift", "Live.swift", "PushController.swift", "Start.swift"])
    }
}
