import SourceMeasure
import Testing

@testable import SourceChange

@Suite struct TreeChangeTests {
    private func change(
        _ before: KeyValuePairs<String, String>,
        _ after: KeyValuePairs<String, String>
    ) -> TreeChange {
        TreeChange(
            from: before.map { SourceFile(path: $0, bytes: Array($1.utf8)) },
            to: after.map { SourceFile(path: $0, bytes: Array($1.utf8)) }
        )
    }

    @Test func `files correspond by path and files with the same bytes are moved`() {
        let found = change(
            ["a.swift": "a()\n", "b.swift": "b()\n", "c.swift": "c()\n", "d.swift": "d()\n", "e.swift": "c()\n"],
            ["a.swift": "a()\n", "b.swift": "// b\nb()\n", "x/c.swift": "c()\n", "y.swift": "y()\nz()\n"]
        )
        #expect(found.files.added == ["y.swift"])
        #expect(found.files.removed == ["d.swift"])
        #expect(found.files.touched == ["b.swift"])
        #expect(found.files.moved == ["c.swift > x/c.swift"])
        #expect(found.total.files == .init(added: 1, removed: 1, touched: 1))
        #expect(found.total.lines == LineChange(added: 2, removed: 1, modified: 0, same: 1))
    }

    @Test func `of identical files only the first counts, so that lines agree with a measurement`() {
        let found = change(
            ["a.swift": "a()\n", "copy.swift": "a()\n", "empty.swift": ""],
            ["a.swift": "a()\n", "b.swift": "b()\n", "b2.swift": "b()\n", "copy.swift": "a()\nc()\n"]
        )
        #expect(found.files.added == ["b.swift", "copy.swift"])
        #expect(found.files.removed == [] && found.files.touched == [])
        #expect(found.total.lines == LineChange(added: 3))
    }

    @Test func `changes are grouped by layer, with a total that excludes tests`() {
        let found = change(
            [
                "ChatView.swift": "struct ChatView {\n    let a = 1\n}\n", "ChatModel.swift": "struct ChatModel {}\n",
                "Tests/ChatTests.swift": "struct ChatTests {\n}\n",
            ],
            [
                "ChatView.swift": "struct ChatView {\n    let a = 2\n    let b = 1\n}\n",
                "ChatModel.swift": "struct ChatModel {}\nstruct Draft {}\n",
                "Tests/ChatTests.swift": "struct ChatTests {\n    let c = 1\n}\n",
            ]
        )
        #expect(found.layers.map(\.name) == ["View", "Model", "Tests"])
        #expect(found.layers.map(\.lines.added) == [1, 1, 1])
        #expect(found.layers.map(\.lines.modified) == [1, 0, 0])
        #expect(found.total.files.touched == 3)
        #expect(found.sources.files.touched == 2)
        #expect(found.sources.lines == LineChange(added: 2, modified: 1, same: 3))
    }

    @Test func `a tree compared with itself in another order has no changes`() {
        let files = (0..<20).map {
            SourceFile(path: "\($0).swift", bytes: Array("struct A\($0) { let a = \($0) }".utf8))
        }
        let found = TreeChange(from: files, to: files.reversed())
        #expect(found == TreeChange(from: [], to: []))
    }
}
