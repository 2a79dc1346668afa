import Testing

@testable import SourceMutation

@Suite struct ComparisonFinderTests {
    private func negated(_ body: String) -> [String] {
        texts(.conditionNegated, in: "func work() {\n\(body)\n}")
    }

    private func moved(_ body: String) -> [String] {
        texts(.comparisonMoved, in: "func work() {\n\(body)\n}")
    }

    @Test func `each Boolean clause of a condition is negated`() {
        #expect(negated("if a, !b.isEmpty(in: c, d), let e = f { }") == ["a", "!b.isEmpty(in: c, d)"])
        #expect(negated("guard let a, a.isNew, case .some = b else { return }") == ["a.isNew"])
        #expect(negated("while list.contains(where: { $0.isNew }) { }") == ["list.contains(where: { $0.isNew })"])
        #expect(negated("if #available(macOS 15, *) { }") == [])
    }

    @Test func `conditions after where are negated in loops and patterns but not in constraints`() {
        #expect(negated("for a in b where a.isNew { }") == ["a.isNew"])
        #expect(negated("switch a { case .b(let c) where c.isNew: break\n default: break }") == ["c.isNew"])
        #expect(texts(in: "func a<T>(_ b: T) where T: Equatable, T == Int { }") == [])
        #expect(texts(in: "extension Array where Element == Int { }") == [])
    }

    @Test func `the condition of a ternary operator is negated`() {
        #expect(negated("let a = b ?? c ? d : e") == ["b ?? c"])
        #expect(negated("show(a, at: isNew && b ? 1 : 2)") == ["isNew && b"])
        #expect(negated("return a?.b ?? c!") == [])
    }

    @Test func `equality is negated everywhere, and only once if it is the whole condition`() {
        #expect(negated("if a == b { }") == ["a == b"])
        #expect(negated("let a = b.c + 1 == d(e) && f != g") == ["b.c + 1 == d(e)", "f != g"])
        #expect(negated("rows.first { $0.id == row }") == ["$0.id == row"])
        #expect(negated("let isMine = try await author() == .me") == ["author() == .me"])
        #expect(negated("show(isMine: a == b, c)") == ["a == b"])
        #expect(negated("print(\"\\(a == b) or\")") == ["a == b"])
    }

    @Test func `less-than and greater-than comparisons are moved by one`() {
        #expect(moved("if a.count < b + 1, c { }") == ["a.count < b + 1"])
        #expect(moved("return a >= b || c > d") == ["a >= b", "c > d"])
        #expect(moved("let a: Array<Int> = []") == [])
        #expect(moved("if a\n    < b { }") == [])
    }

    @Test func `operands follow operator precedence`() {
        let source = "func work() {\n    x = y && a.map { $0 }.count < c ?? 3 ? d : e\n}"
        #expect(
            switched(source, only: .comparisonMoved).contains(
                "x = y && (isMutant(1) ? (a.map { $0 }.count <= c ?? 3) : (a.map { $0 }.count < c ?? 3)) ? d : e\n"
            )
        )
    }
}
