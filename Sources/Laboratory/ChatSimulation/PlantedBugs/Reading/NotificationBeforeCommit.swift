import ChatApp
import ChatTypes
import Transport

extension PlantedBug {
    /// A pushed message is announced before it is stored.
    public static let notificationBeforeCommit = PlantedBug(
        "notificationBeforeCommit",
        breaks: [.survivesDeath],
        firstSeed: 16,
        changes: .pushes { HastyPushes(inner: $0, interface: $1) }
    )
}

/// A push source that shows a notification before the message is stored.
private final class HastyPushes: PushSource {
    private let inner: SeverableTransport
    private let interface: InterfaceSpy

    init(inner: SeverableTransport, interface: InterfaceSpy) {
        (self.inner, self.interface) = (inner, interface)
        interface.passOverRepeats()
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await inner.receive { [interface] event in
            if case .updates(let updates) = event {
                for update in updates where !interface.isLookedAt(update.chat.id) {
                    for message in update.messages where message.author != .me {
                        let name = update.chat.contact.name
                        let text = message.preview
                        await interface.notify(
                            AppNotification(id: message.id, chat: update.chat.id, title: name, text: text)
                        )
                    }
                }
            }
            await body(event)
        }
    }
}
