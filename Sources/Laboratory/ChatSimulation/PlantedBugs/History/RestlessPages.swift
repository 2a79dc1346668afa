import ChatTypes
import SimulationKit

extension PlantedBug {
    /// A received page is requested again and again, with pauses.
    public static let restlessPages = PlantedBug(
        "restlessPages",
        breaks: [.modestRequests],
        changes: .service { RestlessService(inner: $0) }
    )
}

/// A service that repeats each page request every two seconds for almost a minute.
private struct RestlessService: ForwardingService {
    let inner: SeverableTransport

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        let page = try await inner.page(of: chat, before: cursor)
        for _ in 0..<RequestMeter.answerLimit {
            try await inner.world.executor.clock.sleep(for: .seconds(2))
            _ = try await inner.page(of: chat, before: cursor)
        }
        return page
    }
}
