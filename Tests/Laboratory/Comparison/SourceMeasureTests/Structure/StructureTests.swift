import SourceMeasure
import Testing

@Suite struct StructureTests {
    @Test func `types counts each kind of type but no aliases, extensions or reserved words in use`() {
        let found = structure([
            "A.swift": """
            struct A<Element: Sendable> {}
            public final class B: A {}
            distributed actor C where X == Y {}
            indirect enum D { case actor, value }
            protocol E: ~Copyable { associatedtype actor }
            typealias F = A
            extension G { class func f() { actor.run() }; class var g: Int { 0 } }
            let x = A.self; let y = kind == .struct; func actor(class: Int) {}
            import struct Foundation.URL
            // struct H {}
            let s = "struct I {}"
            """
        ])
        #expect(found.types == 5)
        #expect(found.protocols == 1)
    }

    @Test func `a type mentions the names in its declaration, members and extensions`() {
        let found = structure([
            "A.swift": "struct A: P { let b: [B?]; func f() { \"\\(C.make())\" } } // D",
            "B.swift": "struct B { let s = \"A, C\" /* A */ } enum C {} enum D {} protocol P {} enum E {} enum F {}",
            "X.swift": "extension A { var e: E { .init() } } func f(_: F) {} extension String { var f: F? { nil } }",
        ])
        // A to P, B, C and E; the function and the extension to F.
        #expect(found.references == 6)
        #expect(found.cycles.isEmpty)
    }

    @Test func `nested types have their parents' names and their own mentions`() {
        let found = structure([
            "A.swift": "enum A { struct State { let b: B } ; let state: State } enum B { typealias S = A.State }",
            "C.swift":
                "enum C { let state: State } enum D { let state: A.State } extension A { enum More { let c: C } }",
        ])
        // A to A.State, A.State to B, B to A.State, D to A.State, A.More to C; none from C, because State belongs to
        // A.
        #expect(found.types == 6)
        #expect(found.references == 5)
        #expect(found.cycles == [["A.State", "B"]])
    }

    @Test func `the nearest declaration of a name wins`() {
        let found = structure([
            "A.swift": "struct A { struct State { var a: A }; struct Deep { let state: State } } struct State {}"
        ])
        // A.State to A, and A.Deep to A.State, not to State.
        #expect(found.references == 2)
    }

    @Test func `inner aliases, associated types and generic parameters hide types`() {
        let found = structure([
            "T.swift": "enum T {} enum U {} enum V {}",
            "A.swift": "struct A<T, each U> where T: Hashable { let t: T; let u: (repeat each U) }",
            "B.swift": "protocol B { associatedtype T; func f<V>(_ v: V) -> V; func g(_: T) -> U }",
            "C.swift":
                "enum C { typealias U = Int; func f<T>(_ t: T) { let t: T; let u: U }; init?<V>(v: V) { V.f() } }",
            "D.swift": "enum D { func f<T>() {}; let t: T }",
        ])
        // B to U, D to T.
        #expect(found.references == 2)
    }

    @Test func `cycles list their members in order`() {
        let found = structure([
            "Z.swift": "class Z { var y: Y } class Y { var x: X } class X { var z: Z } class W { var x: X }",
            "B.swift": "class B { var a: A? } class A { var b: B; var me: A } class C { var c: C }",
        ])
        #expect(found.cycles == [["A", "B"], ["X", "Y", "Z"]])
    }

    @Test func `random sources never fail and always give the same structure`() {
        for seed in 1...50 {
            let files = (0..<4).map {
                SourceFile(path: "\($0)View.swift", bytes: Fragments.source(seed: UInt64(seed * 4 + $0)))
            }
            #expect(SourceMeasurement(of: files) == SourceMeasurement(of: files), "seed \(seed)")
        }
    }

    @Test func `deep, wide and repetitive sources are read in linear time`() {
        let hostile = [
            String(repeating: "struct A { ", count: 5_000), String(repeating: "{", count: 20_000) + "a",
            String(repeating: "a.", count: 20_000), String(repeating: "func f<", count: 10_000),
            String(repeating: "#if a\n{\n", count: 5_000), String(repeating: "func f<T>() {", count: 5_000),
        ]
        let found = Structure(of: hostile.map { SourceFile(path: "A.swift", bytes: Array($0.utf8)) })
        #expect(found.types == 32)
    }
}
