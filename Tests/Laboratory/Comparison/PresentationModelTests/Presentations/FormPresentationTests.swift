import ChatTypes
import Testing

@testable import PresentationModel

@Suite struct FormPresentationTests {
    private var form = FormPresentation()
    private let people = ["Ada Lovelace", "Ada Nilsson", "Ben"].map { Contact(id: ContactID($0), name: $0) }

    @Test(
        arguments: [
            ("Ben", nil), (" Ben ", nil), ("", "Please provide a contact name"),
            ("  ", "Please provide a contact name"),
            ("B\u{7}n", "A contact name holds printable characters only"),
        ] as [(String, String?)]
    )
    mutating func `a name is validated as it is typed`(text: String, message: String?) {
        #expect(form.message == "Please provide a contact name")
        form.type(text)
        #expect(form.message == message)
        #expect(form.text == text)
        #expect(form.soughtName == (message == nil ? "Ben" : nil))
    }

    @Test mutating func `matching contacts are suggested and narrowed down as the name grows`() {
        form.type("Ada")
        form.take(people)
        #expect(form.suggestions == ["Ada Lovelace", "Ada Nilsson"])
        form.type("Ada L")
        #expect(form.suggestions == ["Ada Lovelace"])
        form.type("")
        #expect(form.suggestions.isEmpty)
    }

    @Test mutating func `at most eight contacts are suggested`() {
        form.type("Ada")
        form.take((1...9).map { Contact(id: ContactID("ada-\($0)"), name: "Ada \($0)") })
        #expect(form.suggestions == (1...8).map { "Ada \($0)" })
    }

    @Test mutating func `a name is submitted once and without surrounding spaces`() {
        form.type(" Ben ")
        #expect(form.submit()?.names == ["Ben"])
        #expect(form.isBusy)
        #expect(form.submit() == nil)
        #expect(form.alert == nil)
    }

    @Test mutating func `an invalid name shows an alert and is not submitted`() {
        #expect(form.submit() == nil)
        #expect(form.alert == "Please provide a contact name")
        #expect(!form.isBusy)
    }

    @Test mutating func `a busy form ignores typing`() {
        form.type("Ben")
        _ = form.submit()
        form.type("Ada")
        #expect(form.text == "Ben")
        form.end(with: nil)
        form.type("Ada")
        #expect(form.text == "Ada")
    }

    @Test mutating func `a failure shows an alert and allows another attempt`() {
        form.type("Ben")
        _ = form.submit()
        form.end(with: ServiceError.unreachable)
        #expect(form.alert == "The server cannot be reached")
        #expect(form.submit()?.names == ["Ben"])
    }

    @Test mutating func `added contacts are submitted with the typed one`() {
        for name in [" Ada ", "Ben"] {
            form.type(name)
            form.take(people)
            form.add()
            #expect(form.text == "" && form.message == nil && form.suggestions.isEmpty)
        }
        #expect(form.added == ["Ada", "Ben"])
        form.type("Cy")
        #expect(form.submit()?.names == ["Ada", "Ben", "Cy"])
        form.add()
        #expect(form.added == ["Ada", "Ben"], "a busy form takes nobody in")
    }

    @Test mutating func `a name that cannot be added stays in the field with an alert`() {
        form.type("Ada")
        form.add()
        form.type("ADA")
        form.add()
        #expect(form.text == "ADA" && form.added == ["Ada"] && form.alert == "ADA was added already")
        form.type("B\u{7}n")
        #expect(form.submit() == nil)
        #expect(form.alert == "A contact name holds printable characters only")
    }
}
