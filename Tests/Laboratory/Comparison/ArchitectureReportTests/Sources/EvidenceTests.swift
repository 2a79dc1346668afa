import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct EvidenceTests {
    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

    private let shared = [
        SourceFile(path: "Sources/PhoneKit/ListView.swift", bytes: Array("public class ListView {}".utf8)),
        SourceFile(path: "Sources/ScreenKit/Words/Text.swift", bytes: Array("func errorText() -> String".utf8)),
    ]

    private func evidence(
        _ files: [SourceFile],
        kit: [SourceFile] = [],
        tests: [SourceFile] = [],
        modules: Set<String> = []
    ) -> Evidence {
        ArchitectureSources(files: files, kit: ("Kit", kit), tests: tests).evidence(shared, modules: modules)
    }

    @Test func `layers count views, texts, content and properties`() {
        let found = evidence([
            file(
                "ViewModels/ListViewModel.swift",
                """
                struct ListViewModel {
                    let entry: ListEntry
                    private(set) var text = "" { didSet {} }
                    var count: Int
                    var title: String { entry.title }
                    var subtitle: String? { entry.group?.name }
                    var time: String { clock.text(for: entry) }
                    func f() { var local = 1; if local > 0 { local = 2 } }
                }
                """
            ),
            file("ViewModels/Other.swift", "func f(_ view: ListView) {\n    errorText(view.isMuted)\n}\n"),
        ])
        let layer = found.layer("ViewModel")
        #expect([layer.files, layer.lines, layer.largestFile, layer.linesWithoutView] == [2, 12, 9, 9])
        #expect([layer.filesMakingTexts, layer.filesShowingMute, layer.contentMentions] == [1, 1, 1])
        #expect([layer.variables, layer.computed, layer.passedOn, layer.conditions] == [2, 3, 2, 1])
        #expect(found.layer("Nothing").files == 0)
    }

    @Test func `assignments to the state and updates of screens are counted by file`() {
        let found = evidence([
            file(
                "A.swift",
                """
                func f() {
                    state.a = 1
                    state.b[c.d]?.e += 1
                    ChatModelController.form.value.isSending = true
                    if state.a == 1 || state.a != 2 || other.state.a == 3 { state.a.append(1) }
                    let state = 1
                    listener.updated(list: state)
                }
                """
            )
        ])
        #expect(found.writes == ["A.swift": 3])
        #expect(found.updates == ["A.swift": 1])
    }

    @Test func `events, modules of others, lines of the kit and the reach of the form are counted`() {
        let found = evidence(
            [
                file(
                    "Events/ChatEvent.swift",
                    "enum ChatEvent {\n    case a(Int)\n    case b\n    func f() { switch self { case .a: b } }\n}\n"
                ),
                file(
                    "FormViewController.swift",
                    "import Foundation\nimport Kit\nimport Elsewhere\nclass FormViewController { let a: Near }\n"
                ),
                file("Near.swift", "struct Near { let b: Binding? ; let c: Far }\nstruct Far {}\nstruct Apart {}\n"),
            ],
            kit: [file("Binding.swift", "struct Binding {}")],
            modules: ["Kit"]
        )
        #expect(found.eventCases == ["ChatEvent": 2])
        #expect(found.foreignModules == ["Elsewhere"])
        #expect(found.kitLines == 1)
        #expect(found.reachOfForm == 3)
    }

    @Test func `tests in files that name no view are counted apart`() {
        let found = evidence(
            [],
            tests: [
                file("ATests.swift", "@Test func a() {}\n@Test(.enabled(if: b)) func b() {}\n"),
                file("BTests.swift", "@Test func a() { ListView() }\n"),
            ]
        )
        #expect([found.tests, found.testsWithoutView] == [3, 2])
    }
}
