import ChatStore
public import ChatTypes
import RuntimeKit
public import Transport

extension Session {
    /// Opens the chat with a contact of that name: the one that we hold, else the one that the server makes or finds.
    ///
    /// A temporary failure is tried again, for a minute in all, since a person is waiting. Throws the last `ServiceError` then, a
    /// refusal at once, a `ContactName.Fault`, `SessionError.unusableChat` or a `StorageProblem`.
    public func createChat(with name: String) async throws -> ChatID {
        let name = try ContactName(name).usable
        return try await createChat { patience in
            if let existing = try stored({ try $0.chat(withContactNamed: name) }) { return existing }
            return try await service.createChat(with: name, within: patience)
        }
    }

    /// Begins a group with the contacts of those names. Asked for again, it is another group, unless the one before it has not
    /// come about.
    ///
    /// Tried again and throws as `createChat(with:)`.
    public func createGroup(with names: [String], title: String) async throws -> ChatID {
        let (names, title) = (try names.map { try ContactName($0).usable }, try ContactName(title).usable)
        // A server that has made it, and whose answer was lost, is asked for the same one, however much later.
        let wish = GroupWish(title: title, names: names)
        let id = groupWishes[wish] ?? environment.makeMessageID()
        groupWishes[wish] = id
        let chat = try await createChat { patience in
            try await service.createGroup(OutgoingGroup(id: id, title: title, names: names), within: patience)
        }
        groupWishes[wish] = nil
        return chat
    }

    /// Makes a chat by `request`, which is told how long there is patience.
    private func createChat(_ request: (Duration) async throws -> ChatHeader) async throws -> ChatID {
        let (backoff, stopwatch) = (Backoff(random: environment.random), Stopwatch(clock: environment.clock))
        while true {
            do {
                // The last attempt has time for an answer as well.
                let header = try await request(max(Self.creationPatience - stopwatch.now, .seconds(5)))
                try ingest([ChatUpdate(chat: header)])
                if try stored({ try $0.chat(header.id) }) != nil { return header.id }
                // What the server calls a chat is beyond what is taken from the wire.
                throw SessionError.unusableChat
            } catch let error as ServiceError where error.isTemporary && stopwatch.now < Self.creationPatience {
                // What takes longer than there is patience left is told at once.
                if case .tryAgain(let delay) = error, stopwatch.now + delay > Self.creationPatience { throw error }
                await pause(backoff, after: error)
                try Task.checkCancellation()
            }
        }
    }

    /// A group that a person wants.
    struct GroupWish: Hashable {
        let title: String
        let names: [String]
    }

    private static var creationPatience: Duration { .seconds(60) }

    /// Joins a chat that we are invited to, or leaves one; its name tells once the server has. Throws a `ServiceError`.
    public func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        try await service.setMembership(membership, in: chat)
        syncRequests.post(())
    }

    /// Keeps what is typed but not sent.
    ///
    /// Throws a `StorageProblem`; then it is kept in memory, and saved with the next change that the disk takes.
    public func saveDraft(_ text: String, in chat: ChatID) throws {
        unsavedDrafts.keep(text, in: chat)
        try commit { _ in }
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

extension ContactName {
    /// Its text. Throws its fault.
    fileprivate var usable: String {
        get throws(Fault) {
            if let fault { throw fault }
            return text
        }
    }
}
