import ChatSession
import ChatStore
public import ChatTypes

/// The state of the session, independent of the screen.
extension TestPhone {
    /// Mutes or unmutes a chat, and runs for a second. Throws a `StorageProblem`.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) throws {
        try result { [session] in try await session.setMuted(isMuted, in: chat) }
        run()
    }

    /// Sends a message as another screen would, and runs for a second. Throws the session's error.
    public func sends(_ text: String, to chat: ChatID) throws {
        try result { [session] in try await session.send(text, to: chat) }
        run()
    }

    /// Returns whether a chat is muted. Throws a `StorageProblem`.
    public func isMuted(_ chat: ChatID) throws -> Bool {
        try result { [session] in
            try await session.read { try $0.timeline(of: chat, in: .newest(1))?.isMuted ?? false }
        }
    }
}
