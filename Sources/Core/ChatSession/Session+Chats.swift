import ChatStore
public import ChatTypes
import RuntimeKit
import SQLiteKit
import Transport

/// The chats and groups of the user, their members, and what of them notifies the user.
extension Session {
    /// Returns the chat with a contact of that name: a stored one that the user is not out of, or one that the server finds or creates.
    ///
    /// A chat that has to be created is encrypted as the user wants; nil leaves it to `encryptsNewChats`. Retries temporary failures for a
    /// minute. Throws the last `ServiceError` then, a refusal or the end of the login at once, a `ContactName.NameError`,
    /// `SessionError.ambiguousName`, `unusableChat` or a `StorageProblem`.
    public func createChat(with name: String, isEncrypted: Bool? = nil) async throws -> ChatID {
        try await creator.createChat(with: name, isEncrypted: isEncrypted)
    }

    /// Creates a group with the contacts of those names, encrypted as `createChat(with:isEncrypted:)` says. A call after a failed one
    /// with the same arguments continues it.
    ///
    /// Retries and throws likewise.
    public func createGroup(with names: [String], title: String, isEncrypted: Bool? = nil) async throws -> ChatID {
        try await creator.createGroup(with: names, title: title, isEncrypted: isEncrypted)
    }

    /// Whether a new chat is encrypted unless the user wants otherwise; nil if the server's chats cannot be.
    public var encryptsNewChats: Bool? { context.service.encryptsNewChats }

    /// Accepts an invitation, declines it, or leaves or forgets a chat.
    ///
    /// Once the server has accepted it, a forgotten chat is deleted, and an invitation is over: a text can follow at once. All else changes
    /// when a sync brings it. Throws a `ServiceError`, or a `StorageProblem` if that could not be stored here.
    public func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        let number = try await context.service.withTimeLimit { try await $0.setMembership(membership, in: chat) }
        switch membership {
        case .join:
            try await history.commit { try $0.noteAcceptance(of: chat, number: number) }
            feed.post([chat])
        case .leave: break
        case .forget:
            try await history.commit { try $0.deleteChat(chat) }
            notifier.noteRetraction()
            feed.postAll()
        }
        context.queues.requestSync()
    }

    /// Changes a group: its members and their roles, its title or its topic; or what is pinned in a chat. A person may be given by name or ID.
    ///
    /// Refuses what the user's role does not allow, before the server is asked. A sync brings what the server made of it. Throws a
    /// `ServiceError`, `SessionError.unknownChat` or a `StorageProblem`.
    public func change(_ change: ChatChange, in chat: ChatID) async throws {
        let resolved: ChatChange
        do { resolved = try await read { try $0.allowed(change, in: chat) } } catch let error as SQLiteError {
            throw StorageProblem(error)
        }
        try await context.service.withTimeLimit { try await $0.change(resolved, in: chat) }
        context.queues.requestSync()
    }

    /// Returns the stored chat with an alias (`#name:server`), which the server looks up; nil for any other name, or if there is none.
    /// Throws a `ServiceError` or a `StorageProblem`.
    public func chat(withAlias alias: String) async throws -> ChatID? {
        let alias = MatrixLink.name(in: alias)
        guard alias.hasPrefix("#"), alias.contains(":"), alias.utf8.count <= Limits.idBytes else { return nil }
        let found = try await context.service.withTimeLimit { try await $0.chat(withAlias: alias) }
        guard let chat = found else { return nil }
        do { return try await read { try $0.chat(chat)?.id } } catch let error as SQLiteError {
            throw StorageProblem(error)
        }
    }

    /// Returns at most `limit` contacts of the server whose names match. Throws a `ServiceError`.
    public func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await context.service.withTimeLimit { try await $0.contacts(matching: text, limit: limit) }
            .prefix(limit).compactMap { $0.bounded() }
    }

    /// Returns a contact's picture from the server; nil if there is none. Throws a `ServiceError`.
    public func picture(of contact: ContactID) async throws -> Picture? {
        try await context.service.withTimeLimit { try await $0.picture(of: contact) }?.bounded()
    }

    /// Mutes a chat, which then causes no notifications and does not count in the badge, or unmutes it; `run()` tells the server.
    ///
    /// Throws a `StorageProblem`.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) async throws {
        try await setNotifications(isMuted ? .muted : .all, in: chat)
    }

    /// Sets what of a chat notifies the user and counts in the badge; `run()` tells the server. Throws a `StorageProblem`.
    public func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        guard try await history.commit({ try $0.setNotifications(mode, in: chat) }) else { return }
        notifier.noteRetraction()
        feed.post([chat])
        context.queues.notifications.request(chat)
    }

    /// Sets or removes a mark of a chat; `run()` tells the server. Reading the chat removes `ChatMark.unread`. Throws a `StorageProblem`.
    public func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {
        guard try await history.commit({ try $0.set(mark, to: isSet, in: chat) }) else { return }
        feed.post([chat])
        context.queues.marks.request(chat)
    }
}
