import Testing

@testable import SourceMutation

@Suite struct ArgumentFinderTests {
    private func swapped(_ call: String, declarations: String) -> [String] {
        texts(.argumentsSwapped, in: "func work() {\n    \(call)\n}", declarations: declarations)
    }

    @Test func `adjacent arguments of the same type are swapped`() {
        let declarations = "func show(title: String, count: Int, text: String, at place: String = \"\") {}"
        #expect(swapped("show(title: a, count: 1, text: b)", declarations: declarations) == ["a, count: 1, text: b"])
        #expect(
            swapped("show(title: a, count: 1, text: b, at: c.d(e))", declarations: declarations) == [
                "a, count: 1, text: b", "b, at: c.d(e)",
            ]
        )
        #expect(swapped("show(title: a, count: 1, text: a)", declarations: declarations) == [])
    }

    @Test func `calls of undeclared or ambiguous functions are not swapped`() {
        #expect(swapped("show(a, b)", declarations: "") == [])
        #expect(swapped("show(a, b)", declarations: "func show(_ a: Int, _ b: Int) {}") == ["a, b"])
        #expect(
            swapped("show(a, b)", declarations: "func show(_ a: Int, _ b: Int) {}\nfunc show(_ a: Int, _ b: Bool) {}")
                == []
        )
        #expect(swapped("show(a, b)", declarations: "func show(_ a: Int, _ b: Int, c: Int) {}") == [])
    }

    @Test func `arguments of initializers are swapped by type, written or memberwise`() {
        let declarations = """
            struct Row {
                static let limit: Int = 3
                let id: Int
                private(set) var name: String = ""
                var text: String
                let fixed: Int = 3
                var count: Int { 3 }
            }
            class Cell<T> { init?(id: Int, of parent: Int) {} }
            enum Event { case failed(String, String), done }
            """
        #expect(swapped("Row(id: 1, name: a, text: b)", declarations: declarations) == ["a, text: b"])
        #expect(swapped("Row(id: 1, text: b)", declarations: declarations) == [])
        #expect(swapped("Cell(id: a, of: b)", declarations: declarations) == ["a, of: b"])
        #expect(swapped("send(.failed(a, b))", declarations: declarations) == ["a, b"])
        let own = "extension Cell { convenience init(_ a: Int) { self.init(id: a, of: 3) } }"
        #expect(texts(.argumentsSwapped, in: own, declarations: declarations) == ["a, of: 3"])
    }

    @Test func `functions, patterns, inout arguments and multiline arguments are not swapped`() {
        let declarations =
            "func run(_ a: () -> Void, _ b: () -> Void, c: inout Int, d: inout Int, e: Int = 0, f: Int = 0) {}"
        #expect(swapped("run({ a() }, { b() }, c: &c, d: &d)", declarations: declarations) == [])
        #expect(swapped("run(a, b, c: &c, d: &d, e: 1, f: 2)", declarations: declarations) == ["1, f: 2"])
        #expect(swapped("run(a, b, c: &c, d: &d, e: 1, f: g(\n1))", declarations: declarations) == [])
        let pattern = "switch a { case .failed(let b, let c): break\n case .failed(_, _): break }"
        #expect(swapped(pattern, declarations: "enum E { case failed(Int, Int) }") == [])
    }
}
