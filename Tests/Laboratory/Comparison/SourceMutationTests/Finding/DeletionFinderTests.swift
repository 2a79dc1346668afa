import Testing

@testable import SourceMutation

@Suite struct DeletionFinderTests {
    private func deleted(_ body: String) -> [String] {
        texts(.statementDeleted, in: "func work() {\n\(body)\n}")
    }

    @Test func `calls and assignments are deleted`() {
        let body = """
            load()
            self.count = 3
            total += count * 2
            (first, second) = (second, first)
            try? await view?.show(row, at: index)
            items[0].name = "a"
            table.reload {
                $0
            }
            if isReady { start() } else { stop() }
            """
        #expect(
            deleted(body) == [
                "load()", "self.count = 3", "total += count * 2", "(first, second) = (second, first)",
                "try? await view?.show(row, at: index)", "items[0].name = \"a\"", "table.reload { $0 }", "start()",
                "stop()",
            ]
        )
    }

    @Test func `a statement that spans several lines is deleted as one`() {
        #expect(
            deleted("model\n    .load()\n    .show(\n        a,\n        b\n    )\nnext()") == [
                "model .load() .show( a, b )", "next()",
            ]
        )
    }

    @Test func `declarations, jumps, values and loops are not deleted`() {
        let body = """
            let a = load()
            var b: Int = make()
            for item in list where item.isNew { continue }
            switch make() { default: break }
            guard a.isReady() else { return }
            count
            a.first() + b
            !a.isReady()
            a.map { Row($0) }.count
            let d = a.filter { test($0) }.contains(where: { $0.isNew() })
            let c: Int
            if a { c = 1 } else { c = 2 }
            return make()
            """
        #expect(deleted(body) == [])
    }

    @Test func `statements are found in closures, cases, accessors and observers`() {
        let source = """
            struct A {
                var count: Int {
                    get { read() }
                    set {
                        write(newValue)
                        tell()
                    }
                }
                var seen = 0 { didSet { note(seen) } }
                var lazily: Int { make() }
                func work() {
                    run { [weak self] (value: Int) async throws in self?.take(value) }
                    switch count {
                    case 0 where isNew: begin()
                    case .some(let other), .none:
                        go(on: other)
                    default:
                        end()
                    }
                    do { try risk() } catch { complain(error) }
                }
            }
            """
        #expect(
            texts(.statementDeleted, in: source) == [
                "write(newValue)", "tell()", "note(seen)",
                "run { [weak self] (value: Int) async throws in self?.take(value) }", "self?.take(value)", "begin()",
                "go(on: other)", "end()", "try risk()", "complain(error)",
            ]
        )
    }

    @Test func `return values and assignments in initializers are not deleted`() {
        let source = """
            struct A {
                let count: Int
                init(_ count: Int) {
                    self.count = count
                    self.init(count: 3)
                    register()
                }
                func value() -> Int { make() }
                func action() { make() }
                func done() -> Void { make() }
                func other(_ run: () -> Int) { make() }
            }
            """
        #expect(texts(.statementDeleted, in: source) == ["register()", "make()", "make()", "make()"])
    }

    @Test func `members that look like calls are not deleted`() {
        #expect(
            texts(.statementDeleted, in: "enum A {\n    case a(Int)\n    case b\n}\n@Suite(\"x\")\nstruct B {}") == []
        )
    }

    @Test func `statements inside string interpolations are deleted`() {
        #expect(deleted("print(\"\\(list.take { note($0) }.count) of \\(all)\")\nnext()").count == 3)
    }
}
