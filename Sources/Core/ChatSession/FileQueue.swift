import ChatTypes
import RuntimeKit
import Synchronization

/// A file that was given to be sent, and is still to be copied.
struct GivenFile: Sendable {
    /// What has come of one, for the task that waits for it.
    final class Outcome: Sendable {
        private let result = Mutex<Result<MessageID, any Error>?>(nil)

        /// Nil as long as it is not known.
        var value: Result<MessageID, any Error>? {
            get { result.withLock { $0 } }
            set { result.withLock { $0 = newValue } }
        }
    }

    let path: String
    let text: String
    let outcome: Outcome
    let completion: Completion
}

/// The files that were given to be sent, until they are copied: those of a chat one after the other, of a few chats at a time.
///
/// Safe to give to from any thread.
final class FileQueue: Sendable {
    /// Nil once none are taken any more.
    private let waiting = InterleavingMutex<[ChatID: [GivenFile]]?>([:])
    private let workers: ChatWorkers

    init(random: RandomSource) {
        workers = ChatWorkers(limit: 4, random: random)
    }

    func give(_ file: GivenFile, to chat: ChatID) {
        waiting.withLock { $0?[chat, default: []].append(file) }
        workers.request(chat)
    }

    /// Has each sent until the caller's task is cancelled. Those that wait then, or come later, are dropped, and their senders
    /// wait no longer.
    func run(_ send: @escaping @Sendable (GivenFile, ChatID) async throws -> MessageID) async {
        await workers.run { _, _ in
            // No work fails: what cannot be copied is told to its sender.
        } _: { chat, _ in
            while !Task.isCancelled, let file = self.next(in: chat) {
                do { file.outcome.value = .success(try await send(file, chat)) } catch {
                    file.outcome.value = .failure(error)
                }
                file.completion.finish()
            }
            return nil
        }
        let dropped = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        // Released outside the lock: a task that waits goes on then.
        withExtendedLifetime(dropped) {}
    }

    private func next(in chat: ChatID) -> GivenFile? {
        waiting.withLock { waiting in
            guard let file = waiting?[chat]?.first else { return nil }
            waiting?[chat]?.removeFirst()
            if waiting?[chat]?.isEmpty == true { waiting?[chat] = nil }
            return file
        }
    }
}
