import SourceMeasure
import Testing

@Suite struct NearestNameTests {
    @Test func `declarations in the same file win and private ones elsewhere are invisible`() {
        let found = structure([
            "One.swift": "private struct Row {} struct One { let row: Row }",
            "Two.swift": "fileprivate struct Row {} struct Two { let row: Row }",
            "Three.swift": "struct Three { let row: Row }",
            "Four.swift":
                "struct Four { private(set) var row: Seen } struct Seen { private struct Row {} ; let row: Row }",
            "Five.swift": "private extension Seen { struct Hidden {} } struct Five { let x: Seen.Hidden }",
            "Six.swift": "struct Six { let x: Seen.Hidden; let y: Seen.Row }",
        ])
        #expect(
            found.arrows == [
                "Five > Seen.Hidden", "Four > Seen", "One > Row (One.swift)", "Seen > Seen.Row", "Six > Seen",
                "Six > Seen.Hidden", "Two > Row (Two.swift)",
            ]
        )
    }

    @Test func `the declaration that shares the most folders wins`() {
        let found = structure([
            "One/Views/Row.swift": "struct Row {}", "Two/Views/Row.swift": "struct Row {}",
            "One/Model/A.swift": "struct A { let row: Row }", "Two/B.swift": "struct B { let row: Row }",
            "Three/C.swift": "struct C { let row: Row; let again: Row }",
        ])
        #expect(found.arrows == ["A > Row (One/Views/Row.swift)", "B > Row (Two/Views/Row.swift)"])
        #expect(found.ambiguous == 1)
    }

    @Test func `nested types with the same name belong to their own parents`() {
        let found = structure([
            "A/A.swift": "struct Screen { struct State {} } struct A1 { let x: Screen.State }",
            "B/B.swift": "struct Screen { struct State {} } extension Screen { struct More { let x: State } }",
            "A/C.swift": "struct C1 { let x: A.Screen.State }",
        ])
        #expect(
            found.arrows == [
                "A1 > Screen.State (A/A.swift)", "C1 > Screen.State (A/A.swift)",
                "Screen.More > Screen.State (B/B.swift)",
            ]
        )
    }
}
