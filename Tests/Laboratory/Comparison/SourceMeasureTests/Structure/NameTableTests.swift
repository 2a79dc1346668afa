import SourceMeasure
import Testing

@Suite struct NameTableTests {
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
                "Two > Row (Two.swift)",
            ]
        )
    }

    @Test func `declarations in the own module win, then those in imported modules, in any folder`() {
        let found = structure([
            "Sources/Core/Chat/Row.swift": "struct Row {} struct Chat1 { let row: Row }",
            "Sources/Core/List/Row.swift": "struct Row {} struct List1 { let row: Row }",
            "Sources/Core/App/App.swift": "import List\nstruct App { let row: Row; let other: Chat.Row }",
            "Sources/Core/App/Both.swift":
                "import Chat\nimport List\nstruct Both { let row: Row; let other: Chat.Row }",
            "Sources/Hosts/Host/Host.swift": "import App\nstruct Host { let row: Row; let app: App }",
        ])
        let chat = "Row (Sources/Core/Chat/Row.swift)"
        let list = "Row (Sources/Core/List/Row.swift)"
        #expect(
            found.arrows == [
                "App > \(list)", "Both > \(chat)", "Chat1 > \(chat)", "Host > App", "List1 > \(list)",
            ]
        )
        #expect(found.leftOut.ambiguous == 1)
        // `Chat.Row` in a file that does not import Chat, and `Row` in Host.
        #expect(found.leftOut.outOfView == 2)
    }

    @Test func `declarations of a re-exported module are visible to importers`() {
        let found = structure([
            "A/A.swift": "struct Row {}", "B/B.swift": "@_exported import A\nstruct B1 {}",
            "C/C.swift": "import B\nstruct C { let row: Row }", "D/D.swift": "import B\nimport A\nimport C",
        ])
        #expect(found.arrows == ["C > Row"])
        #expect(found.leftOut.outOfView == 0)
    }

    @Test func `a folder that shares a library's name is not a module`() {
        let found = structure([
            "App/Charts/Chart.swift": "import Charts\nstruct Chart1 {}",
            "App/Main.swift": "struct Main { let chart: Chart1 }", "App/Other.swift": "import Charts",
        ])
        #expect(found.arrows == ["Main > Chart1"])
    }

    @Test func `without modules the declaration that shares the most folders wins`() {
        let found = structure([
            "One/Views/Row.swift": "struct Row {}", "Two/Views/Row.swift": "struct Row {}",
            "One/Model/A.swift": "struct A { let row: Row }", "Two/B.swift": "struct B { let row: Row }",
            "Three/C.swift": "struct C { let row: Row; let again: Row }",
        ])
        #expect(found.arrows == ["A > Row (One/Views/Row.swift)", "B > Row (Two/Views/Row.swift)"])
        #expect(found.leftOut.ambiguous == 1)
    }

    @Test func `nested types with the same name belong to their own parents`() {
        let found = structure([
            "A/A.swift": "struct Screen { struct State {} } struct A1 { let x: Screen.State }",
            "B/B.swift": "struct Screen { struct State {} } extension Screen { struct More { let x: State } }",
            "C/C.swift": "import A\nstruct C1 { let x: A.Screen.State }", "C/D.swift": "import B",
        ])
        #expect(
            found.arrows == [
                "A1 > Screen.State (A/A.swift)", "C1 > Screen.State (A/A.swift)",
                "Screen.More > Screen.State (B/B.swift)",
            ]
        )
    }
}
