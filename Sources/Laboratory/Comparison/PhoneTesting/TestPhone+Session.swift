import ChatSession
import ChatStore
public import Transport

/// What the session holds, whatever is on screen.
extension TestPhone {
    /// Mutes a chat, or lets it be heard again, and a second pass. Throws a `StorageProblem`.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) throws {
        try result { [session] in try await session.setMuted(isMuted, in: chat) }
        run()
    }

    /// Sends a message as another screen would, and lets a second pass. Throws what the session says.
    public func sends(_ text: String, to chat: ChatID) throws {
        try result { [session] in try await session.send(text, to: chat) }
        run()
    }

    /// Whether a chat is muted. Throws a `StorageProblem`.
    public func isMuted(_ chat: ChatID) throws -> Bool {
        try result { [session] in
            try await session.read { try $0.timeline(of: chat, in: .newest(1))?.isMuted ?? false }
        }
    }
}
