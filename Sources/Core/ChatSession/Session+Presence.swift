public import ChatTypes
import RuntimeKit
import Transport

extension Session {
    /// Says which chat is on top of all screens; nil when none is. What is covered is neither read nor in sight.
    public nonisolated func setTopChat(_ chat: ChatID?) {
        feed.post(attention.setTop(chat))
    }

    /// Says whether a person is looking at the app: without focus nothing counts as read, and the server is told.
    public nonisolated func setFocus(_ isFocused: Bool) {
        guard attention.setFocus(isFocused) else { return }
        presences.post(isFocused ? .active : .away)
        feed.postAll()
    }

    /// Tells the server the latest presence; one that was overtaken meanwhile is never told.
    func sendPresence() async {
        while let latest = await presences.takeAll().last {
            var presence = latest
            let backoff = Backoff(random: environment.random)
            while !Task.isCancelled {
                do {
                    try await service.setPresence(presence)
                    break
                } catch ServiceError.refused {
                    break
                } catch {
                    await pause(backoff, after: error)
                    presence = presences.takeWaiting().last ?? presence
                }
            }
        }
    }
}
