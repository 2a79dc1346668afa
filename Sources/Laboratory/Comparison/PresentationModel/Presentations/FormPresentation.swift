import ScreenKit
import Transport

/// What the form shows: a value that knows no view.
struct FormPresentation {
    /// How many people are suggested at most.
    static let suggestionLimit = 8

    /// As it was typed.
    private(set) var text = "" { didSet { invitees.typed = ContactName(text) } }
    private(set) var isBusy = false
    private(set) var alert: String?
    private var contacts: [Contact] = []
    private var invitees = Invitees()
    private var name: ContactName { invitees.typed }

    var message: String? { invitees.fault.map(errorText) }
    var added: [String] { invitees.added.map(\.text) }
    var suggestions: [String] { contacts.map(\.name) }
    /// By what people are to be looked for; nil when what was typed is no name.
    var soughtName: String? { name.fault == nil ? name.text : nil }

    /// False while the form is busy, which leaves its text as it is.
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

    /// Takes the name that was typed into a group; what cannot be taken stays in the field.
    mutating func add() {
        guard !isBusy else { return }
        do {
            try invitees.add()
            type("")
        } catch {
            alert = errorText(error)
        }
    }

    /// Whom to make a chat with; nil when there is no one, or a chat is being made.
    mutating func submit() -> Invitees? {
        guard !isBusy else { return nil }
        alert = message ?? alert
        isBusy = invitees.fault == nil
        return isBusy ? invitees : nil
    }

    /// The chat was made, or was not.
    mutating func end(with error: (any Error)?) {
        isBusy = false
        alert = error.map(errorText) ?? alert
    }
}
