import ChatTypes
import ScreenKit

/// The content of the form. A value independent of views.
struct FormPresentation {
    /// The largest number of suggested contacts.
    static let suggestionLimit = 8

    /// The text as typed.
    private(set) var text = "" { didSet { invitees.typed = ContactName(text) } }
    private(set) var isBusy = false
    private(set) var alert: String?
    private var contacts: [Contact] = []
    private var invitees = Invitees()
    private var name: ContactName { invitees.typed }

    var message: String? { invitees.error.map(errorText) }
    var added: [String] { invitees.added.map(\.text) }
    var suggestions: [String] { contacts.map(\.name) }
    /// The name for suggestions; `nil` if the typed text is not a valid name.
    var soughtName: String? { name.error == nil ? name.text : nil }

    /// Takes a typed text. Returns `false` and changes nothing while the form is busy.
    @discardableResult
    mutating func type(_ text: String) -> Bool {
        guard !isBusy else { return false }
        self.text = text
        contacts = soughtName.map { name in contacts.filter { $0.matches(name) } } ?? []
        return true
    }

    mutating func take(_ found: [Contact]) {
        contacts = found.suggestions(for: name, limit: Self.suggestionLimit)
    }

    /// Adds the typed name to the group. On failure, shows an alert and leaves the name in the field.
    mutating func add() {
        guard !isBusy else { return }
        do {
            try invitees.add()
            type("")
        } catch {
            alert = errorText(error)
        }
    }

    /// Begins creating the chat and returns its members. Returns `nil` if there are none or the form is busy.
    mutating func submit() -> Invitees? {
        guard !isBusy else { return nil }
        alert = message ?? alert
        isBusy = invitees.error == nil
        return isBusy ? invitees : nil
    }

    /// Ends creating the chat, with an error if it failed.
    mutating func end(with error: (any Error)?) {
        isBusy = false
        alert = error.map(errorText) ?? alert
    }
}
