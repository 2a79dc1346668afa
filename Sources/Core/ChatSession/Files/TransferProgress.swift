import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization

/// The progress of the files that are being uploaded or downloaded, by their names in the folder beside the history.
///
/// Safe to use from any thread. Queries are invalidated when a transfer begins or ends, and in between a few times a second.
final class TransferProgress: Sendable {
    private struct Transfer {
        /// The number of bytes; nil before the server has said how many it has.
        var count: Int64?
        var isMoving = true
    }

    private let transfers = Mutex<[String: Transfer]>([:])
    private let history: History
    /// Chats with progress that was not posted yet.
    private let unposted: ExpiringSet<ChatID>

    private var feed: ChangeFeed { history.feed }

    init(_ history: History, clock: any Clock<Duration>) {
        unposted = ExpiringSet(clock: clock)
        self.history = history
    }

    /// The number of bytes of a file that is moving now; nil for others.
    subscript(name: String) -> Int64? {
        transfers.withLock { $0[name].flatMap { $0.isMoving ? $0.count ?? 0 : nil } }
    }

    /// The number of bytes of an unfinished file that this process has moved; nil if it has not begun with it.
    func reached(_ name: String) -> Int64? { transfers.withLock { $0[name]?.count } }

    func begin(_ name: String, at count: Int64? = nil, in chat: ChatID) {
        transfers.withLock { $0[name] = Transfer(count: count) }
        feed.postFiles(of: chat)
    }

    func note(_ name: String, at count: Int64, in chat: ChatID) {
        transfers.withLock { $0[name] = Transfer(count: count) }
        if !unposted.contains(chat) { unposted.insert(chat, for: Self.interval) }
    }

    /// Stops a transfer that may resume from where it is.
    func pause(_ name: String, in chat: ChatID) {
        transfers.withLock { $0[name]?.isMoving = false }
        feed.postFiles(of: chat)
    }

    /// Forgets a paused transfer.
    func forget(_ name: String) {
        transfers.withLock { $0[name] = nil }
    }

    func end(_ name: String, in chat: ChatID) {
        forget(name)
        feed.postFiles(of: chat)
    }

    /// Posts progress until the caller's task is cancelled.
    func run() async {
        await unposted.run { feed.postFiles(of: $0) }
    }

    /// The state of a stored file; nil if it was never requested or is missing from the folder.
    func transfer(of file: StoredFile) -> FileTransfer? {
        if let failure = file.failure { return .failed(reason: failure) }
        if let bytes = file.name.flatMap({ self[$0] }) {
            // The sender may have stated fewer bytes than there are.
            let stated = file.attachment.byteCount
            return .moving(bytes: bytes, of: bytes > stated ? -1 : stated)
        }
        let isWaiting = file.isOutgoing ? file.attachment.id.rawValue.isEmpty : file.name != nil && !file.isComplete
        if isWaiting { return .waiting }
        guard file.isComplete, let name = file.name, (try? history.files.size(of: name)) ?? nil != nil else {
            return nil
        }
        return .complete(path: history.files.path(of: name))
    }

    /// Whether the folder has the complete file.
    func isComplete(_ file: StoredFile) -> Bool { transfer(of: file)?.isComplete ?? false }

    private static let interval: Duration = .milliseconds(250)
}

/// Ends a transfer whose file is not wanted any more.
struct TransferCancelled: Error {}

extension ChatEnvironment {
    /// Returns a unique name for a copy in the folder beside the history. It ends with the file's own name.
    func makeLocalName(for name: String) -> String {
        let start = random.hexadecimalDigits(wordCount: 1) + "-"
        return start + FileName.harmless(name, limit: Limits.fileNameBytes - start.utf8.count)
    }
}
