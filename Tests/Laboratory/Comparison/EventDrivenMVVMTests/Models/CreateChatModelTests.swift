import Testing
import Transport

@testable import EventDrivenMVVM

@Suite struct CreateChatModelTests {
    private func model(typed text: String) -> CreateChatModel {
        var model = CreateChatModel()
        model.type(text)
        return model
    }

    private func contacts(_ names: String...) -> [Contact] {
        names.map { Contact(id: ContactID($0.lowercased()), name: $0) }
    }

    @Test(arguments: ["B", " Ben ", "Zoë Washburne", String(repeating: "n", count: 100)])
    func `a name is a name`(text: String) {
        #expect(model(typed: text).fault == nil)
    }

    @Test(arguments: [
        ("", "Please provide a contact name"),
        (" \n", "Please provide a contact name"),
        (String(repeating: "n", count: 101), "A contact name has at most 100 characters"),
        ("A\u{202E}na", "A contact name holds printable characters only"),
        ("A\u{7}na", "A contact name holds printable characters only"),
    ])
    func `what is no name is said to be none, and why`(text: String, fault: String) {
        #expect(model(typed: text).fault == fault)
    }

    @Test func `those whose whole name begins as typed come first, then by name`() {
        var model = model(typed: "jo")
        model.suggest(contacts("Mary Jones", "John", "Anna Jo", "Jöran", "Ben"), for: "jo")
        #expect(model.suggestions.map(\.name) == ["John", "Jöran", "Anna Jo", "Mary Jones"])
    }

    @Test func `an answer to an earlier keystroke is no answer`() {
        var model = model(typed: "be")
        model.suggest(contacts("John"), for: "jo")
        #expect(model.suggestions.isEmpty)
    }

    @Test func `what still matches stays until the next answer`() {
        var model = model(typed: "j")
        model.suggest(contacts("John", "Jill"), for: "j")
        model.type("jo")
        #expect(model.suggestions.map(\.name) == ["John"])
        model.type("")
        #expect(model.suggestions.isEmpty)
    }
}
