import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct TestabilityTests {
    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

    @Test func `linesWithoutView counts files that mention no view`() {
        let sources = ArchitectureSources(
            files: [
                file("ListView.swift", "final class ListView {\n}\nstruct ListState {\n}\nprotocol Showing {\n}\n"),
                file("ListController.swift", "class ListController {\nlet view = ListView()\n}\n"),
                file("Presenter.swift", "struct Presenter {\nlet state: ListState\nlet view: any Showing\n}\n"),
                file("Presenter+More.swift", "extension Presenter {\n}\n"),
                file("Model.swift", "class Model {\n}\n"),
            ]
        )
        #expect(sources.evidence().linesWithoutView == 4 + 2 + 2)
    }

    @Test func `classes of PhoneKit are views, but for models and the names of own protocols`() {
        let sources = ArchitectureSources(
            files: [
                file("Controller.swift", "class Controller: ViewController {\n}\n"),
                file("Presenter.swift", "protocol ListView {\n}\nclass Presenter {\nlet view: any ListView\n}\n"),
            ]
        )
        let phone = [
            file("Sources/PhoneKit/ViewController.swift", "open class ViewController {}"),
            file("Sources/PhoneKit/ListView.swift", "public class ListView {}"),
            file("Sources/PhoneKit/Models/Requests.swift", "public class Presenter {}"),
        ]
        #expect(sources.evidence(phone).linesWithoutView == 5)
        #expect(sources.evidence().linesWithoutView == 7)
    }
}
