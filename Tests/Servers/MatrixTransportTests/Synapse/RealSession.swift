import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import MatrixCrypto
import RuntimeKit
import SimulationKit
import Testing

@testable import MatrixTransport

/// A session with the adapter on a real homeserver, in real time.
final class RealSession: Sendable {
    let session: Session
    let transport: MatrixTransport
    let keys: EncryptionMachine
    let account: MatrixAccount
    let folder: Folder
    private let task: Task<Void, Never>

    init(_ account: MatrixAccount, over client: any HTTPClient, in folder: Folder, messagesPerRoom: Int = 20) throws {
        let environment = ChatEnvironment.real()
        let ledger = try MatrixLedger(
            path: folder.ledger,
            user: account.user,
            random: environment.random,
            now: environment.now
        )
        let encryption = try EncryptionMachine(
            path: folder.url.appending(path: "crypto.sqlite").path,
            user: account.user.rawValue,
            device: account.device,
            now: environment.now
        )
        let transport = MatrixTransport(
            account: account,
            ledger: ledger,
            client: client,
            environment: environment,
            encryption: encryption,
            settings: MatrixSettings(messagesPerRoom: messagesPerRoom)
        )
        let path = folder.url.appending(path: "history.sqlite").path
        let session = Session(
            environment: environment,
            database: try ChatDatabase(.file(path: path)),
            service: transport,
            pushes: transport,
            sockets: transport
        )
        (self.session, self.account, self.folder) = (session, account, folder)
        (self.transport, keys) = (transport, encryption)
        task = Task { await session.run() }
    }

    deinit { task.cancel() }

    /// Ends the session and waits for all of its tasks.
    func stop() async {
        task.cancel()
        await task.value
    }

    func timeline(of chat: ChatID, _ count: Int = 200) async throws -> [ChatMessage] {
        try await session.read {
            try $0.timeline(of: chat, in: .newest(count))?.messages.filter { $0.event == nil } ?? []
        }
    }

    /// The lines about what people did, after the names of their authors.
    func lines(of chat: ChatID) async throws -> [String] {
        let messages = try await session.read { try $0.timeline(of: chat, in: .newest(200))?.messages ?? [] }
        return messages.filter { $0.event != nil }.map {
            "\($0.author == .me ? "You" : $0.senderName ?? "They") \($0.text)"
        }
    }

    /// The chat's name, and behind it the user's state if that is not a member's.
    func label(of chat: ChatID) async throws -> String? {
        guard
            let (name, state) = try await session.read({ reader in
                try reader.chat(chat).flatMap { chat in
                    try reader.standing(in: chat.id).map { (chat.contact.name, $0.state) }
                }
            })
        else { return nil }
        let mark =
            state.isInvitation ? " (invitation)" : state == .replaced ? " (old room)" : state.isOver ? " (left)" : ""
        return name + mark
    }

    func texts(of chat: ChatID) async throws -> [String] { try await timeline(of: chat).map(\.text) }

    /// Waits until a chat has these messages alone; returns whether it has, and records those that it has if not.
    func hasTexts(_ texts: [String], of chat: ChatID) async throws -> Bool {
        var found: [String] = []
        let isFound = try await wait {
            found = try await self.texts(of: chat)
            return found == texts
        }
        if !isFound { Issue.record("\(found)") }
        return isFound
    }

    /// Accepts an invitation once sync has brought it, also over a bad connection; returns whether the account is a member then.
    func join(_ chat: ChatID) async throws -> Bool {
        func state() async throws -> ChatState? { try await session.read { try $0.standing(in: chat)?.state } }
        guard try await wait({ try await state()?.isInvitation == true }) else { return false }
        var isAccepted = false
        return try await wait {
            do {
                if !isAccepted { try await session.setMembership(.join, in: chat) }
                isAccepted = true
            } catch ServiceError.refused(let code, let text) {
                throw ServiceError.refused(code, text: text)
            } catch is ServiceError {}
            return try await state() == .joined
        }
    }

    /// Waits for a condition, up to a time limit; returns whether it became true.
    func wait(upTo limit: Duration = .seconds(60), _ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<Int(limit / .milliseconds(20)) {
            if try await condition() { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}
