import ChatTypes
import RuntimeKit
import Transport

/// Tells the server whether the user looks at the app: the latest presence only.
struct PresenceSender: Sendable {
    private let context: SessionContext
    private let waiting = CoalescingQueue<Presence>()

    init(_ context: SessionContext) {
        self.context = context
    }

    func post(_ presence: Presence) { waiting.post(presence) }

    /// Sends until the caller's task is cancelled. A newer presence replaces one that is being retried.
    func run() async {
        while let latest = await waiting.takeAll().last {
            var presence = latest
            let backoff = context.makeBackoff()
            while !Task.isCancelled {
                do {
                    try await context.service.withTimeLimit { [presence] in try await $0.setPresence(presence) }
                    break
                } catch ServiceError.refused {
                    break
                } catch {
                    await context.pause(backoff, after: error)
                    presence = waiting.drain().last ?? presence
                }
            }
        }
    }
}
