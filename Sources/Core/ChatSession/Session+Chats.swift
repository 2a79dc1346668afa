import ChatStore
public import Transport

extension Session {
    /// Opens a chat with whoever bears that name: the one that we hold, else the one that the server makes or finds.
    ///
    /// A temporary failure is tried again for a minute, since somebody is waiting. Throws the last `ServiceError` then, a
    /// refusal at once, or what the disk says.
    public func createChat(with name: String) async throws -> ChatID {
        let backoff = Backoff(random: environment.random)
        var patience = Self.creationPatience
        while true {
            if let existing = try database.read({ try $0.chat(withContactNamed: name) }) { return existing.id }
            do {
                let header = try await service.createChat(with: name)
                try ingest([ChatUpdate(chat: header)])
                if try database.read({ try $0.chat(header.id) }) != nil { return header.id }
                // What the server calls a chat is beyond what is taken from the wire.
                throw ServiceError.refused(.invalidName, text: "The server made a chat that cannot be kept")
            } catch let error as ServiceError where error.isTemporary && patience > .zero {
                let delay = backoff.next(after: error)
                // Who is asked for more patience than there is left is told so at once.
                if case .tryAgain = error, delay > patience { throw error }
                patience -= delay
                try await environment.clock.sleep(for: delay)
            }
        }
    }

    private static var creationPatience: Duration { .seconds(60) }

    /// Keeps what is typed but not sent. Throws what the disk says.
    public func saveDraft(_ text: String, in chat: ChatID) throws {
        try commit { try $0.setDraft(text, in: chat) }
    }

    /// Asks the server for at most `limit` people whose names match. Throws a `ServiceError`.
    public nonisolated func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await service.contacts(matching: text, limit: limit).prefix(limit).compactMap { $0.bounded() }
    }

    /// Asks the server for a contact's picture; nil when there is none. Throws a `ServiceError`.
    public nonisolated func picture(of contact: ContactID) async throws -> Picture? {
        try await service.picture(of: contact)?.bounded()
    }
}
