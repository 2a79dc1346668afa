import Foundation
import SourceMeasure
import Testing

@Suite struct SourceMeasurementTests {
    private let files = [
        SourceFile(path: "ChatView.swift", bytes: Array("struct ChatView { let model: ChatModel }\n\n// a\n".utf8)),
        SourceFile(
            path: "ChatModel.swift",
            bytes: Array("struct ChatModel {\n    let text = \"\"\"\n// b\n\"\"\"\n}\n".utf8)
        ),
        SourceFile(path: "Copy.swift", bytes: Array("struct ChatView { let model: ChatModel }\n\n// a\n".utf8)),
        SourceFile(path: "Empty.swift", bytes: []),
        SourceFile(path: "main.swift", bytes: Array("run()".utf8)),
    ]

    @Test func `SourceMeasurement counts identical files once and ignores empty ones`() {
        let measured = SourceMeasurement(of: files)
        #expect(measured.count == LineCount(files: 3, blank: 1, comment: 2, code: 6))
        #expect(measured.identical.map(\.path) == ["Copy.swift"])
        #expect(measured.identical.map(\.counted) == ["ChatView.swift"])
        #expect(measured.meanCode == 2)
        #expect(measured.largest?.path == "ChatModel.swift")
        #expect(measured.largest?.code == 4)
        #expect(measured.types == 2)
        #expect(measured.references == 1)
    }

    @Test func `layer counts sum to the totals`() {
        let measured = SourceMeasurement(of: files)
        #expect(measured.layers.map(\.name) == ["View", "Model", "Other"])
        #expect(measured.layers.map(\.code) == [1, 4, 1])
        #expect(measured.layers.map(\.files).reduce(0, +) == measured.files)
        #expect(measured.layers.map(\.blank).reduce(0, +) == measured.blank)
        #expect(measured.layers.map(\.comment).reduce(0, +) == measured.comment)
    }

    @Test func `a measurement of no files is all zeros`() {
        let measured = SourceMeasurement(of: [])
        #expect(measured.count == LineCount())
        #expect(measured.types == 0)
        #expect(measured.meanCode == 0)
        #expect(measured.largest == nil)
        #expect(measured.layers.isEmpty)
    }

    @Test func `SourceMeasurement survives encoding and decoding`() throws {
        let measured = SourceMeasurement(of: files)
        #expect(try JSONDecoder().decode(SourceMeasurement.self, from: JSONEncoder().encode(measured)) == measured)
    }
}
