import ChatStore
import Synchronization
public import Transport

extension Session {
    /// Hands over each live message to tell the person of, once, until the caller's task is cancelled. Call it once.
    ///
    /// What has been looked at, taken back or muted meanwhile is left out.
    public nonisolated func announce(_ show: @escaping @Sendable (ChatNotification) async -> Void) async {
        while true {
            let waiting = await notifications.takeAll()
            if waiting.isEmpty { return }
            for notification in waiting {
                if notification.retractionCount != retractionCount, await !isStillNews(notification) { continue }
                // Asked last: the chat may be opened at any time.
                if !attention.isOn(notification.chat.id) { await show(notification) }
            }
        }
    }

    /// A disk that cannot be read now hides no news.
    private func isStillNews(_ notification: ChatNotification) -> Bool {
        (try? stored { try $0.isNews(notification.message.id, in: notification.chat.id) }) ?? true
    }

    /// Has what waits to be announced looked at once more.
    func noteRetraction() {
        retractions.add(1, ordering: .sequentiallyConsistent)
    }

    nonisolated var retractionCount: Int { retractions.load(ordering: .sequentiallyConsistent) }

    /// Says whether a chat is muted: its messages are not announced, and no part of the badge. Throws a `StorageProblem`.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) throws {
        guard try commit({ try $0.setMuted(isMuted, in: chat) }) else { return }
        noteRetraction()
        feed.post([chat])
    }
}
