import ChatTypes
import CreateChat
import Synchronization

extension PlantedBug {
    /// Each name suggestion request gets the answer to the one before.
    public static let staleAutocomplete = PlantedBug(
        "staleAutocomplete",
        breaks: [.modelAlone],
        firstSeed: 7,
        changes: .form { StaleSuggestions(inner: $0) }
    )
}

/// A model that returns the previous answer to each suggestion request.
private final class StaleSuggestions: CreateChatModel {
    private let inner: any CreateChatModel
    private let last = Mutex<[Contact]>([])

    init(inner: any CreateChatModel) {
        self.inner = inner
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        let answer = try await inner.contacts(matching: text, limit: limit)
        return last.withLock { last in
            defer { last = answer }
            return last
        }
    }

    var encryptsNewChats: Bool? { get async { await inner.encryptsNewChats } }

    func createChat(with name: String, isEncrypted: Bool?) async throws -> ChatID {
        try await inner.createChat(with: name, isEncrypted: isEncrypted)
    }

    func createGroup(with names: [String], title: String, isEncrypted: Bool?) async throws -> ChatID {
        try await inner.createGroup(with: names, title: title, isEncrypted: isEncrypted)
    }
}
