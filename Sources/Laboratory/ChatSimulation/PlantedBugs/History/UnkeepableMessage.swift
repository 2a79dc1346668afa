import ChatTypes

extension PlantedBug {
    /// Messages that cannot be stored leave their gap in the history.
    public static let unkeepableMessage = PlantedBug(
        "unkeepableMessage",
        breaks: [.complete],
        firstSeed: 2,
        changes: .service { HolingService(inner: $0) }
    )
}

/// A service that leaves some messages out of each page.
private struct HolingService: ForwardingService {
    let inner: SeverableTransport

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        let page = try await inner.page(of: chat, before: cursor)
        let held = page.messages.filter { $0.position.rawValue % 5 != 0 }
        return MessagePage(messages: held, annotations: page.annotations, next: page.next)
    }
}
