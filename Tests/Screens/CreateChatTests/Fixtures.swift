import ChatTypes
import ScreenKit

@testable import CreateChat

func contact(_ name: String, id: String? = nil) -> Contact {
    Contact(id: ContactID(id ?? name), name: name)
}

/// A form's state, empty except for the given values.
func state(
    _ name: String,
    added: [String] = [],
    message: String? = nil,
    canCreate: Bool? = nil,
    suggestions: [String] = [],
    isBusy: Bool = false,
    problem: ScreenProblem? = nil
) -> CreateChatViewState {
    CreateChatViewState(
        name: name,
        added: added,
        isValid: message == nil,
        message: message,
        canCreate: canCreate ?? (message == nil && !isBusy),
        suggestions: suggestions,
        isBusy: isBusy,
        problem: problem
    )
}

let untouched = state("", message: "Please provide a contact name")

extension Invitees {
    /// The added names and the typed one.
    init(_ added: String..., typed: String) {
        self.init()
        for name in added {
            self.typed = ContactName(name)
            try? add()
        }
        self.typed = ContactName(typed)
    }
}
