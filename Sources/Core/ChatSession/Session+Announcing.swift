import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization

extension Session {
    /// Hands over each live message to tell the person of, once, until the caller's task is cancelled. Call it once.
    ///
    /// What has been looked at, read, taken back or muted meanwhile is left out; what was edited is told as it is by then.
    public nonisolated func announce(_ show: @escaping @Sendable (ChatNotification) async -> Void) async {
        while true {
            let waiting = await notifications.takeAll()
            if waiting.isEmpty { return }
            for notification in waiting {
                let isAsItCame = notification.retractionCount == retractionCount
                guard let news = isAsItCame ? notification : await renewed(notification) else { continue }
                // Asked last: the chat may be opened at any time.
                if !attention.isOn(news.chat.id) { await show(news) }
            }
        }
    }

    /// What there is to be told by now. A disk that cannot be read hides no news.
    private func renewed(_ notification: ChatNotification) -> ChatNotification? {
        let (message, chat) = (notification.message, notification.chat)
        do {
            guard let news = try stored({ try $0.news(message.id, in: chat.id) }) else { return nil }
            let edit = Edit(author: message.author, message: message.id, text: news.text, number: message.editNumber)
            return ChatNotification(chat: chat, message: message.edited(by: edit), senderName: news.senderName)
        } catch {
            return notification
        }
    }

    /// Has what waits to be announced looked at once more.
    func noteRetraction() {
        retractions.add(1, ordering: .sequentiallyConsistent)
    }

    nonisolated var retractionCount: Int { retractions.load(ordering: .sequentiallyConsistent) }
}
