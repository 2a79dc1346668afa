import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct TestabilityTests {
    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

    @Test func `linesWithoutView counts files that mention no view`() {
        let testability = Testability(
            of: ArchitectureSources(
                files: [
                    file("ListView.swift", "final class ListView {\n}\nstruct ListState {\n}\nprotocol Showing {\n}\n"),
                    file("ListController.swift", "class ListController {\nlet view = ListView()\n}\n"),
                    file("Presenter.swift", "struct Presenter {\nlet state: ListState\nlet view: any Showing\n}\n"),
                    file("Presenter+More.swift", "extension Presenter {\n}\n"),
                    file("Model.swift", "class Model {\n}\n"),
                ]
            )
        )
        #expect(testability.linesWithoutView == 4 + 2 + 2)
    }

    @Test func `classes of PhoneKit are views unless the architecture declares a protocol of that name`() {
        let sources = ArchitectureSources(
            files: [
                file("Controller.swift", "class Controller: ViewController {\n}\n"),
                file("Presenter.swift", "protocol ListView {\n}\nclass Presenter {\nlet view: any ListView\n}\n"),
            ]
        )
        let phone = [
            file("Sources/PhoneKit/ViewController.swift", "open class ViewController {}"),
            file("Sources/PhoneKit/ListView.swift", "public class ListView {}"),
        ]
        #expect(Testability(of: sources, shared: phone).linesWithoutView == 5)
        #expect(Testability(of: sources).linesWithoutView == 7)
    }

    @Test func `a screen's test doubles and real objects are found through the architecture's own types`() {
        let sources = [
            file("Screen.swift", "class Screen { init(app: App, log: any Log = NoLog(), count: Int) {} }"),
            file("Screen+Run.swift", "extension Screen { func run(rendering view: any View) async {} }"),
            file("App.swift", "class App { init(service: any Service, parts: Parts) { self.view = OtherView() } }"),
            file(
                "Parts.swift",
                "struct Parts { let base: Base; let queue: Queue; let source: any Source; static let one: any Odd; var n = 1 }"
            ),
            file(
                "Queue.swift",
                "actor Queue { var waiting: [Int] = [] }\nclass OtherView { init(window: any Window) {} }"
            ),
        ]
        let screen = Testability(
            of: ArchitectureSources(files: sources, screens: ["Screen"]),
            shared: [file("Base.swift", "class Base { init(other: Other) {} }\nclass Other {}")]
        ).screens
        #expect(
            screen == [
                .init(type: "Screen", doubles: ["Service", "Source", "View"], objects: ["App", "Base", "Queue"])
            ]
        )
    }
}
