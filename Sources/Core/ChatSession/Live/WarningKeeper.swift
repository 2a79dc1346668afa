import ChatStore
import ChatTypes
import RuntimeKit
import Transport

/// Keeps the warnings about the senders of stored messages in step with the trust in people and devices.
///
/// A message is stored with its warning. Later, a device may be signed or blocked, an identity may change, or a key may come that proves
/// more. What this device knows nothing of keeps its warning.
struct WarningKeeper: Sendable {
    /// The number of messages that are looked up at once: the newest with a warning, and the newest of a chat on screen.
    private static let limit = 200

    private let context: SessionContext

    init(_ context: SessionContext) { self.context = context }

    /// Renews the newest warnings of all chats once, and then whenever the trust changes, until the caller's task is cancelled.
    ///
    /// The process before may have ended between a change and its renewal.
    func run(_ encryption: any EncryptionService) async {
        let reports: @Sendable (@escaping @Sendable () -> Void) async -> Void = { report in
            report()
            await encryption.followTrust(report)
        }
        await follow(reports) {
            guard
                let found = try? await context.history.reader.read({
                    try $0.messagesWithWarning(limit: Self.limit)
                })
            else { return }
            for (chat, messages) in Dictionary(grouping: found, by: \.chat).sorted(by: { $0.key < $1.key }) {
                await renew(messages.map(\.message), in: chat, encryption)
            }
        }
    }

    /// Renews the warnings of a chat on screen whenever its encryption may have changed, and calls `changed` then.
    func follow(_ chat: ChatID, _ encryption: any EncryptionService, _ changed: @escaping @Sendable () -> Void) async {
        let reports: @Sendable (@escaping @Sendable () -> Void) async -> Void = { report in
            await encryption.follow(chat) {
                changed()
                report()
            }
        }
        await follow(reports) {
            let newest = try? await context.history.reader.read { try $0.newestMessages(of: chat, limit: Self.limit) }
            await renew(newest ?? [], in: chat, encryption)
        }
    }

    /// Runs `renew` after reports, as often as it ends in time.
    private func follow(
        _ reports: @escaping @Sendable (@escaping @Sendable () -> Void) async -> Void,
        _ renew: @escaping @Sendable () async -> Void
    ) async {
        let queue = CoalescingQueue<Void>()
        await withTaskGroup { group in
            group.addTask { await reports { queue.post(()) } }
            group.addTask { while await !queue.takeAll().isEmpty { await renew() } }
            await group.waitForAll()
        }
    }

    private func renew(_ messages: [MessageID], in chat: ChatID, _ encryption: any EncryptionService) async {
        guard !messages.isEmpty, let known = try? await encryption.warnings(about: messages, in: chat), !known.isEmpty,
            let isChange = try? await context.history.commit({ try $0.setWarnings(known, in: chat) }), isChange
        else { return }
        context.feed.post([chat])
    }
}
