import Foundation
import Transport

/// The form for a new chat: what was typed, how that is judged, and what comes to mind.
struct CreateChatModel {
    static let nameLimit = 100
    static let suggestionLimit = 8

    private(set) var typed = ""
    private(set) var suggestions: [Contact] = []
    var isBusy = false
    var problem: String?

    /// Without the white space around it.
    var name: String { typed.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Why that is no name; nil when it is one.
    var fault: String? {
        let name = name
        if name.isEmpty { return "Please provide a contact name" }
        if name.count > Self.nameLimit || name.utf8.count > Self.nameLimit * 10 {
            return "A contact name has at most \(Self.nameLimit) characters"
        }
        return name.unicodeScalars.allSatisfy(\.isPrintable) ? nil : "A contact name holds printable characters only"
    }

    mutating func type(_ text: String) {
        typed = text
        problem = nil
        // Until the next answer, what still matches is a help.
        suggestions = fault == nil ? suggestions.filter { $0.matches(name) } : []
    }

    /// Takes an answer, unless something else has been typed since: first those whose whole name begins as typed.
    mutating func suggest(_ contacts: [Contact], for name: String) {
        guard name == self.name, fault == nil else { return }
        let matching = contacts.filter { $0.matches(name) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        let first = matching.filter { $0.begins(with: name) }
        let second = matching.filter { !$0.begins(with: name) }
        suggestions = Array((first + second).prefix(Self.suggestionLimit))
    }
}

extension Contact {
    fileprivate func begins(with text: String) -> Bool {
        name.range(of: text, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }
}

extension Unicode.Scalar {
    /// Marks that change the direction of what follows could make one name pose as another.
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: !properties.isBidiControl
        }
    }
}
