import ChatStore
import ChatTypes
import SQLiteKit
import Synchronization
import Transport

/// A server whose requests have a time limit: one that never answers fails as one whose answer was lost, and one that
/// pretends to have been cancelled has not been reached.
struct PatientService {
    static let patience: Duration = .seconds(60)
    /// How often what moves is looked at in that time.
    private static let looks = 4

    let service: any ChatService
    let clock: any Clock<Duration>

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        try await limited { try await service.sync(since: cursor) }
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        try await limited { try await service.page(of: chat, before: cursor) }
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await limited { try await service.contacts(matching: text, limit: limit) }
    }

    func picture(of contact: ContactID) async throws -> Picture? {
        try await limited { try await service.picture(of: contact) }
    }

    func createChat(with name: String, within patience: Duration) async throws -> ChatHeader {
        try await limited(to: patience) { try await service.createChat(with: name) }
    }

    func createGroup(_ group: OutgoingGroup, within patience: Duration) async throws -> ChatHeader {
        try await limited(to: patience) { try await service.createGroup(group) }
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        try await limited { try await service.send(message) }
    }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        try await limited { try await service.markRead(chat, upTo: message) }
    }

    func remove(_ message: MessageID, in chat: ChatID) async throws {
        try await limited { try await service.remove(message, in: chat) }
    }

    func edit(_ edit: OutgoingEdit) async throws -> Edit {
        try await limited { try await service.edit(edit) }
    }

    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        let steps = Steps()
        return try await limited(renewedBy: steps) {
            try await service.upload(file) { offset, count in
                steps.count.add(1, ordering: .relaxed)
                return try await read(offset, count)
            }
        }
    }

    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        let steps = Steps()
        try await limited(renewedBy: steps) {
            try await service.download(file, from: offset) { bytes in
                steps.count.add(1, ordering: .relaxed)
                try await receive(bytes)
            }
        }
    }

    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws {
        try await limited { try await service.setTyping(isTyping, in: chat) }
    }

    func setMuted(_ isMuted: Bool, in chat: ChatID) async throws {
        try await limited { try await service.setMuted(isMuted, in: chat) }
    }

    func setPresence(_ presence: Presence) async throws {
        try await limited { try await service.setPresence(presence) }
    }

    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        try await limited { try await service.setMembership(membership, in: chat) }
    }

    /// What moves has time anew with each of its steps, and is given up within the time and a quarter after the last.
    private func limited<Answer: Sendable>(
        to patience: Duration = Self.patience,
        renewedBy steps: Steps? = nil,
        _ request: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await request() }
            group.addTask {
                let looks = steps == nil ? 1 : Self.looks
                var (seen, looksWithoutStep) = (0, 0)
                while looksWithoutStep < looks {
                    try await clock.sleep(for: patience / looks)
                    let count = steps?.count.load(ordering: .relaxed) ?? 0
                    looksWithoutStep = count == seen ? looksWithoutStep + 1 : 0
                    seen = count
                }
                throw ServiceError.responseLost
            }
            defer { group.cancelAll() }
            do {
                guard let answer = try await group.next() else { throw ServiceError.responseLost }
                return answer
            } catch let error as CancellationError {
                // Only our own cancellation ends what goes on for ever.
                throw Task.isCancelled ? error : ServiceError.unreachable
            } catch let error as SQLiteError {
                // A transport may keep a file of its own.
                throw error.problem
            }
        }
    }
}

/// How often something has moved.
private final class Steps: Sendable {
    let count = Atomic(0)
}
