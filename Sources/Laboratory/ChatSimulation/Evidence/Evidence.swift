import ChatApp
import Synchronization
import Transport

/// What an outsider has seen of a session: kept outside of the app's lives, so no death touches it.
final class Evidence: Sendable {
    /// A text that the person typed and sent, or a file with or without one.
    struct Typed: Sendable {
        let chat: ChatID
        let text: String
        /// The id under which it was first shown; nil when the process died before it was.
        var id: MessageID?
        /// Its place in the order in which messages were sent, or sent again by hand; nil when it is not known whether it was.
        var turn: Int?
        /// What it may say by now: its text, and what it was changed to or may have been.
        var texts: Set<String>
        var removal = Removal.none
        /// What it carries.
        let file: SentFile?
        /// Whether its copy lies here: a history that was imported has none.
        var hasCopy = true
        /// Whether the person was told that it will not be sent.
        var isNeverSent = false

        enum Removal {
            case none
            /// It may have been taken back, or not.
            case tried
            case done
        }

        init(chat: ChatID, text: String, file: SentFile? = nil, turn: Int) {
            (self.chat, self.text, self.file, self.turn, texts) = (chat, text, file, turn, [text])
        }

        /// Whether a message on the server is this one: of what was typed by its text, of a file by its name.
        func isSame(as message: Message) -> Bool {
            guard message.author == .me else { return false }
            guard let file else { return message.attachment == nil && texts.contains(message.text) }
            return message.attachment?.name == file.name
        }

        /// How a list may show it.
        var previews: Set<String> {
            Set(texts.map { shownInList(previewText(of: $0, imageCount: file?.imageCount ?? 0)) })
        }
    }

    /// A live message that was handed to the app.
    struct Live: Sendable {
        let chat: ChatID
        /// When it first came.
        let time: Duration
        /// Whether it must be announced: when it first came, its chat was not looked at, nor right after, and nothing kept the
        /// app from storing it.
        var mustBeAnnounced: Bool
    }

    /// An announcement as a person reads it, who knows of no ids.
    struct Banner: Hashable, Sendable {
        let title: String
        let text: String
    }

    struct Content: Sendable {
        var typed: [Typed] = []
        /// How often a message was sent, or sent again.
        private var turnCount = 0
        /// How far a message had come on each screen, and when it was rendered there last.
        var progress: [Int: [MessageID: (rank: Int, time: Duration)]] = [:]
        /// When the app was first told that someone in a group had read up to a message.
        var heardReads: [Author: [MessageID: Duration]] = [:]
        var notified: [MessageID: Int] = [:]
        /// When each message was first on the screen on top, with focus.
        var seen: [MessageID: Duration] = [:]
        var live: [MessageID: Live] = [:]
        /// What would have to be said of each message that came live: of one that was edited, any of its texts.
        var announcements: [MessageID: Set<AppNotification>] = [:]
        /// What messages of contacts have been changed to.
        var contactEdits: [MessageID: [String]] = [:]
        /// How a list showed what has been changed or taken back since.
        var formerPreviews: Set<String> = []
        var editCount = 0
        /// How often a group was begun.
        var groupCount = 0
        /// Who wrote in a group what came live, and what everyone there may be called by what has come.
        var senders: [MessageID: Author] = [:]
        var names: [Author: Set<String>] = [:]
        /// Whether a chat may be muted by now, and whether it may not; one that is missing is not.
        var mutes: [ChatID: Set<Bool>] = [:]
        /// Contacts' messages that were handed to the app, in whatever way.
        var handed: [ChatID: Set<MessageID>] = [:]
        /// What earlier lives of a version have announced, and how often.
        var banners: [Banner: Int] = [:]
        /// How often something had been announced when that was checked last.
        var checkedBanners: [Banner: Int] = [:]
        var requests = RequestMeter()
        /// How far the server was told that a chat was read.
        var receiptsSent: [ChatID: Position] = [:]
        /// The drafts that may stand in a chat: the one that was said to be kept, and what was tried since and may or
        /// may not have got that far. Empty for none.
        var drafts: [ChatID: Set<String>] = [:]
        /// Where something was typed before the chat showed its draft.
        var hiddenDrafts: Set<ChatID> = []
        /// What the app was told of those who type, since it was started.
        var typing: [ChatID: [Author: TypingNotice]] = [:]
        /// Where the person has typed.
        var chatsTypedIn: Set<ChatID> = []
        /// What was typed last in a chat.
        var newestDraft: [ChatID: String] = [:]
        /// What became of asking for files, and those that were seen here, whole.
        var wishes: [FilePlace: Wish] = [:]
        var filesSeen: Set<FilePlace> = []
        /// How many writes the disk had refused when the app was started last.
        var refusedAtStart = 0
        /// Which messages carry the files that were asked for.
        var filePlaces: [FileID: FilePlace] = [:]
        /// One's own messages of which the server only said that it has them: they stand at the end until they come.
        var duplicates: Set<MessageID> = []
        /// Why messages of a group, or changes of them, were refused while we were not in it.
        var refusalsAway: [ChatID: Set<String>] = [:]
        var violations: [Violation] = []
        var checkCounts: [Invariant: Int] = [:]
        var faultCounts: [String: Int] = [:]
        var history: [String] = []

        /// The next place in the order in which messages are sent.
        mutating func nextTurn() -> Int {
            turnCount += 1
            return turnCount
        }
    }

    private let content = Mutex(Content())
    /// Whether to write a history, which costs time.
    let isTracing: Bool

    init(isTracing: Bool) {
        self.isTracing = isTracing
    }

    func with<Result: Sendable>(_ body: (inout sending Content) -> sending Result) -> Result {
        content.withLock(body)
    }

    /// These messages are on screen.
    func noteSeen(_ messages: some Sequence<MessageID>, at time: Duration) {
        content.withLock { $0.seen.merge(messages.map { ($0, time) }) { first, _ in first } }
    }

    /// What came since then and has not been announced by now cannot be asked for any more: the process died, or the disk
    /// took nothing.
    func excuseUnannounced(since time: Duration = .zero) {
        content.withLock { content in
            let notified = content.notified
            content.excuse { notified[$0] == nil && $1.time >= time }
        }
    }

    /// A message that came a moment before the person began to look at its chat may have been stored after.
    func noteLook(at chat: ChatID, time: Duration) {
        content.withLock { $0.excuse { $1.chat == chat && time - $1.time < .seconds(1) } }
    }

    /// Counts a check, and notes a violation unless `holds`.
    func check(_ invariant: Invariant, _ holds: Bool, _ detail: @autoclosure () -> String) {
        let violation = holds ? nil : Violation(invariant: invariant, detail: detail())
        content.withLock { content in
            content.checkCounts[invariant, default: 0] += 1
            guard let violation, content.violations.count < 20 else { return }
            content.violations.append(violation)
            content.history.append("!!! \(violation)")
        }
    }

    func note(_ line: @autoclosure () -> String) {
        guard isTracing else { return }
        let line = line()
        content.withLock { $0.history.append(line) }
    }

    func count(_ fault: String) {
        content.withLock { $0.faultCounts[fault, default: 0] += 1 }
    }
}
