import ScreenKit
import Transport

/// What the form shows: a value that knows no view.
struct FormPresentation {
    /// How many people are suggested at most.
    static let suggestionLimit = 8

    /// As it was typed.
    private(set) var text = "" { didSet { name = ContactName(text) } }
    private(set) var isBusy = false
    private(set) var alert: String?
    private var contacts: [Contact] = []
    private var name = ContactName("")

    var message: String? { name.fault.map(errorText) }
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

    /// The name to make a chat with; nil when there is none, or one is being made.
    mutating func submit() -> String? {
        guard !isBusy else { return nil }
        alert = message ?? alert
        isBusy = name.fault == nil
        return soughtName
    }

    /// The chat was made, or was not.
    mutating func end(with error: (any Error)?) {
        isBusy = false
        alert = error.map(errorText) ?? alert
    }
}
