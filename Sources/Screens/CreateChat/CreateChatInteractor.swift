import Foundation
import Transport

/// The form's use cases, as its presenter calls them.
protocol CreateChatInteracting: Sendable {
    func suggestions(for name: ContactName) async throws -> [Contact]
    func create(_ name: ContactName) async throws -> ChatID
}

/// Decides whom to suggest; knows nothing of fields or texts.
struct CreateChatInteractor: CreateChatInteracting {
    static let suggestionLimit = 8

    private let model: any CreateChatModel

    init(model: any CreateChatModel) {
        self.model = model
    }

    /// People any word of whose name begins as typed: those whose whole name does come first, then by name.
    func suggestions(for name: ContactName) async throws -> [Contact] {
        guard name.fault == nil else { return [] }
        // A directory may understand a text in its own way; what is suggested must match in ours.
        let matching = try await model.contacts(matching: name.text, limit: Self.suggestionLimit * 4)
            .filter { $0.matches(name.text) }
        let ranked = matching.map { (isPrefix: $0.name.begins(with: name.text), contact: $0) }
            .sorted { left, right in
                if left.isPrefix != right.isPrefix { return left.isPrefix }
                return (left.contact.name, left.contact.id) < (right.contact.name, right.contact.id)
            }
        return ranked.prefix(Self.suggestionLimit).map(\.contact)
    }

    func create(_ name: ContactName) async throws -> ChatID {
        try await model.createChat(with: name.text)
    }
}

extension String {
    /// Whatever the case and the diacritics.
    fileprivate func begins(with text: String) -> Bool {
        range(of: text, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }
}
