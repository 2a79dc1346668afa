package import ChatSession
package import ChatTypes

/// The people whom the account ignores, in sentences for the user of any terminal host.
package struct IgnoredPeople: Sendable {
    private let session: Session

    package init(_ session: Session) { self.session = session }

    /// Ignores a person, or hears them again. Returns what happened, or why nothing did.
    package func set(_ isIgnored: Bool, _ name: String?, in chat: ChatID?) async -> String {
        do {
            let person = TerminalText.name(try await session.setIgnored(isIgnored, name, in: chat).fullName)
            return isIgnored ? "You ignore \(person) from now on; /ignored lists whom" : "You hear \(person) again"
        } catch {
            return FailureText.text(of: error)
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
