import ChatStore
import ChatTypes
import Foundation
import HostKit

/// Prints the names of stored chats, or of profiles, one a line, for completion in a shell. Asks no server.
struct NamesCommand {
    /// The chats that are named, the most recently active first: a list in a shell is no place for more.
    static let limit = 1000

    let profile: Profile
    let output: LineOutput

    /// Throws `SQLiteError` or `ChatDatabaseError`. Prints nothing where nothing is stored.
    func run(_ kind: NameKind) async throws -> ExitCode {
        switch kind {
        case .chats:
            guard profile.hasHistory else { return .ok }
            let chats = try await profile.history.openForReading().read { try $0.chats(limit: Self.limit) }
            output.write(chats.map(Self.name(of:)))
        case .profiles: output.write(profile.siblings)
        }
        return .ok
    }

    /// Returns what `send` and `show` take for the chat: its name, or its ID where another chat has that name, or where the name cannot be
    /// typed.
    private static func name(of chat: StoredChat) -> String {
        let name = chat.contact.name
        let isPlain = TerminalText.oneLine(name) == name && !name.isEmpty && !name.hasPrefix("-")
        return isPlain && chat.distinction == nil ? name : TerminalText.oneLine(chat.id.rawValue)
    }
}
