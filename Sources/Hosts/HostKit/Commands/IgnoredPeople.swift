package import ChatSession
package import ChatTypes

/// The people whom the account ignores, in sentences for the user of any terminal host.
package struct IgnoredPeople: Sendable {
    private let session: Session

    package init(_ session: Session) { self.session = session }

    /// Ignores a person, or hears them again. Returns what happened, or why nothing did, and whether an invitation to the chat was
    /// declined, whose screen is left then.
    package func set(_ isIgnored: Bool, _ name: String?, in chat: ChatID?) async -> (text: String, isDeclined: Bool) {
        do {
            let (person, declined) = try await session.setIgnored(isIgnored, name, in: chat)
            let name = TerminalText.name(person.fullName)
            let text = isIgnored ? "You ignore \(name) from now on; /ignored lists whom" : "You hear \(name) again"
            return (text, declined != nil)
        } catch {
            return (FailureText.text(of: error), false)
        }
    }

    /// Returns whom the account ignores.
    package func list() async -> String {
        do {
            let people = try await session.ignoredPeople().map { TerminalText.name($0.fullName) }
            return people.isEmpty ? "You ignore nobody" : "You ignore \(people.joined(separator: ", "))"
        } catch {
            return FailureText.text(of: error)
        }
    }
}
