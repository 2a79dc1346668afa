import SourceMeasure
import Testing

@Suite struct AliasTests {
    @Test func `a mention of a protocol composition's alias refers to each of its parts`() {
        let found = structure([
            "ListProtocols.swift": """
            typealias ListViewProtocol = ListViewable & Loadable
                & ListViewReloadable
            protocol ListViewable: AnyObject { var presenter: ListPresenterProtocol { get set } }
            protocol ListViewReloadable: AnyObject { func reload() }
            typealias ListPresenterProtocol = ListPresentable & ListActionable
            protocol ListPresentable: AnyObject { var view: ListViewProtocol? { get set } }
            protocol ListActionable: AnyObject { func select() }
            """,
            "Loadable.swift": "protocol Loadable { func load() }",
            "ListPresenter.swift":
                "final class ListPresenter: ListPresenterProtocol { weak var view: ListViewProtocol? }",
        ])
        #expect(
            found.arrows == [
                "ListPresentable > ListViewReloadable", "ListPresentable > ListViewable", "ListPresentable > Loadable",
                "ListPresenter > ListActionable", "ListPresenter > ListPresentable",
                "ListPresenter > ListViewReloadable", "ListPresenter > ListViewable", "ListPresenter > Loadable",
                "ListViewable > ListActionable", "ListViewable > ListPresentable",
            ]
        )
        #expect(found.cycles == [["ListPresentable", "ListViewable"]])
        #expect(found.types == 6)
    }

    @Test func `aliases of aliases, functions, generics and nested types are resolved`() {
        let found = structure([
            "Types.swift": "struct A {} struct B<T> { struct Inner {} } struct C {} enum D {}",
            "Aliases.swift": """
            typealias One = Two
            public typealias Two = A
            typealias Done<Failure> = (B<C>, Failure) -> Void
            typealias Circle = Round; typealias Round = Circle & D
            """,
            "Users.swift": """
            struct One1 { let x: One }
            struct Done1 { let x: Done<Int> }
            struct Circle1 { let x: Circle; let y: Round }
            struct Inner1 { typealias Element = B<Int>; let x: Element.Inner }
            struct Outer1 { let x: Inner1.Element }
            """,
        ])
        #expect(
            found.arrows == [
                "Circle1 > D", "Done1 > B", "Done1 > C", "Inner1 > B", "Inner1 > B.Inner", "One1 > A", "Outer1 > B",
            ]
        )
    }

    @Test func `an extension of an alias extends the aliased type`() {
        let found = structure([
            "A.swift": "struct A {} struct B {} typealias Alias = A; typealias Text = String",
            "B.swift": "extension Alias { var b: B { B() } } extension Text { var a: A { A() } }",
        ])
        #expect(found.arrows == ["A > B", "extension Text > A"])
    }

    @Test func `very long alias chains are cut off`() {
        let chain = (0..<5_000).map { "typealias A\($0) = A\($0 + 1) & T\($0); protocol T\($0) {}\n" }.joined()
        let found = structure(["A.swift": chain + "struct User { let a: A0 }"])
        #expect(found.references == 32)
    }
}
