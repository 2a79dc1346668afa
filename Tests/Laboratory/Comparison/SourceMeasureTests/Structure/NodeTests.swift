import SourceMeasure
import Testing

@Suite struct NodeTests {
    @Test func `free functions and globals are nodes with their own mentions`() {
        let found = structure([
            "Model.swift": "struct Model {} struct Other {}",
            "Free.swift": """
            func make(count: Int = 1, then body: () -> Void = {}) -> Model { Other.self; return Model() }
            func make(_ name: String) -> Model { Model() }
            @MainActor private let shared: Model = {
                make()
            }()
            var limit = 3
            func == (left: Model, right: Other) -> Bool { true }
            """,
            "User.swift": """
            struct User { let models = [make(count: limit), make("")] }
            enum Nothing { func f(make: Int, limit x: Int) {} ; case shared }
            """,
            "main.swift": "let user = User()\nif limit > 3 { let made = make() }\nprint(user)",
        ])
        #expect(found.names(of: .function) == ["==()", "make()"])
        #expect(found.names(of: .global) == ["limit", "shared", "user"])
        #expect(
            found.arrows == [
                "==() > Model", "==() > Other", "User > limit", "User > make()", "make() > Model",
                "make() > Other", "shared > Model", "shared > make()", "user > User",
            ]
        )
    }

    @Test func `members, parameters and locals hide functions and globals of the same name`() {
        let found = structure([
            "Free.swift": "func load() {} let limit = 1",
            "A.swift": "struct A { func load() { load() } }",
            "B.swift": "struct B { func f(limit: Int) -> Int { limit } }",
            "C.swift": "struct C { func f() { for limit in 0...1 { print(limit) } ; _ = { load in load() } } }",
            "D.swift": "struct D { func f() { self.load(); d.limit(); g(load: 1) ; .load } }",
            "E.swift": "extension A { struct Inner { let x = load() } }",
        ])
        #expect(found.arrows.isEmpty)
    }

    @Test func `the extensions of a type outside the tree are one node`() {
        let found = structure([
            "App/A.swift": "import Kit\nextension String { func a() -> B { B() } struct Token {} }",
            "App/C.swift": "extension String { var c: B { B() } }; extension Array where Element == B {}",
            "App/B.swift": "struct B { let token: String.Token; let text: String }",
            "Kit/K.swift": "extension String { var k: K { K() } } struct K {}",
        ])
        #expect(
            found.arrows == [
                "B > String.Token", "extension Array > B", "extension String > B", "extension String > K",
            ]
        )
    }

    @Test func `regular expressions, enum cases and labels mention no type`() {
        let found = structure([
            "A.swift": "enum A { case B, C(D), E(F: G) ; case H }",
            "Others.swift": "class B { let a: A? } class C { let a: A? } class F { let a: A? } enum E {} enum H {}",
            "D.swift": "enum D {} enum G {} enum K {}",
            "J.swift": "struct J { let r = /B+ E/ ; let s = #/ F /# ; func f(B: Int, of C: Int, at K: [F: E]) {} }",
            "L.swift":
                "struct L { let t: (B: Int, C: G) ; let H: Int ; init() { t = (B: \"\\(D.self)\", C: f(F: 1)) } }",
        ])
        #expect(
            found.arrows == ["A > D", "A > G", "B > A", "C > A", "F > A", "J > E", "J > F", "L > D", "L > G"]
        )
        #expect(found.cycles.isEmpty)
    }

    @Test func `conditions, imports and argument labels are not mentions`() {
        let found = structure([
            "A.swift":
                "#if os(Linux) && DEBUG\nimport struct Linux.DEBUG\n#elseif canImport(Linux)\n#endif\nstruct A {}",
            "B.swift": "enum Linux {} enum DEBUG {} let canImport = 1; func os() {}",
        ])
        #expect(found.arrows.isEmpty)
    }
}
