import ChatApp
import ChatTypes
import Synchronization

/// Everything observed about a session from outside the app. It survives the app's processes.
final class Evidence: Sendable {
    /// A text or a file that the user sent; a file may come with a text.
    struct Typed: Sendable {
        let chat: ChatID
        let text: String
        /// The ID under which the message was first shown; `nil` if the process was killed before that.
        var id: MessageID?
        /// The message's position in the order of sending and resending; `nil` if it is unknown whether it was
        /// resent.
        var turn: Int?
        /// The texts that the message may have by now: the original and possible edits.
        var texts: Set<String> { didSet { formerTexts.formUnion(oldValue) } }
        /// The texts that it may have had before.
        private(set) var formerTexts: Set<String> = []
        var removal = Removal.none
        /// The file sent with the message.
        let file: SentFile?
        /// The message that it answers.
        var answered: MessageID?
        /// The root of the thread that it was written in.
        var thread: MessageID?
        /// Whether the app has a local copy of the file. An imported history has none.
        var hasCopy = true
        /// Whether the user was told that the message will not be sent.
        var isNeverSent = false

        enum Removal {
            case none
            /// The message may or may not have been deleted.
            case tried
            case done
        }

        init(chat: ChatID, text: String, file: SentFile? = nil, turn: Int) {
            (self.chat, self.text, self.file, self.turn, texts) = (chat, text, file, turn, [text])
        }

        /// Whether a message on the server is this one. Compares texts, or file names if the message has a file.
        func isSame(as message: Message) -> Bool {
            guard message.author == .me else { return false }
            guard let file else { return message.attachment == nil && texts.contains(message.text) }
            return message.attachment?.name == file.name
        }

        /// The previews that a chat list may show for the message.
        var previews: Set<String> {
            Set(
                texts.map {
                    shownInList(previewText(of: TypedText.read($0).preview, imageCount: file?.imageCount ?? 0))
                }
            )
        }
    }

    /// A reaction of the user's.
    struct Reaction: Hashable, Sendable {
        let message: MessageID
        let text: String
    }

    /// A message that the app received over the live connection.
    struct Live: Sendable {
        let chat: ChatID
        /// The time of first arrival.
        let time: Duration
        /// Whether a notification is required: the chat was neither visible on arrival nor right after, and the app
        /// could store the message.
        var mustBeAnnounced: Bool
    }

    /// A notification as the user reads it, without IDs.
    struct Banner: Hashable, Sendable {
        let title: String
        let text: String
    }

    /// What a read receipt is about: a chat outside threads, or one of its threads.
    struct ReceiptPlace: Hashable, Sendable {
        let chat: ChatID
        let thread: MessageID?
    }

    struct Content: Sendable {
        var typed: [Typed] = []
        /// The number of messages sent and resent so far.
        private var turnCount = 0
        /// The delivery state of each message on each screen, and the time of its last rendering there.
        var progress: [Int: [MessageID: (rank: Int, time: Duration)]] = [:]
        /// The time at which the app first heard that a group member had read up to a message.
        var heardReads: [Author: [MessageID: Duration]] = [:]
        var notified: [MessageID: Int] = [:]
        /// The chats about which the user must be told that the server asks to wait.
        var untoldWaits: Set<ChatID> = []
        /// The time at which each message was first visible on the top screen while the app had focus.
        var seen: [MessageID: Duration] = [:]
        var live: [MessageID: Live] = [:]
        /// The correct notifications for each live message. An edited message has one for each of its texts.
        var announcements: [MessageID: Set<AppNotification>] = [:]
        /// The root of the thread of each live message that is in one.
        var threads: [MessageID: MessageID] = [:]
        /// The texts to which contacts edited their messages.
        var contactEdits: [MessageID: [String]] = [:]
        /// The previews of messages that have been edited or deleted since.
        var formerPreviews: Set<String> = []
        /// The contacts' messages that the app has shown it can read.
        var readable: Set<MessageID> = []
        var editCount = 0
        /// The possible states of the user's own reactions.
        var reactions: [Reaction: Set<Bool>] = [:]
        /// The votes that the user may have in polls, each as the IDs of the chosen answers.
        var votes: [MessageID: Set<[String]>] = [:]
        /// The polls that the user has ended.
        var pollEnds: Set<MessageID> = []
        /// The number of groups that the user began to create.
        var groupCount = 0
        /// The authors of live messages in groups, and all names received for each author.
        var senders: [MessageID: Author] = [:]
        var names: [Author: Set<String>] = [:]
        /// The possible modes of each chat. Every message of a chat that is missing notifies.
        var modes: [ChatID: Set<NotificationMode>] = [:]
        /// Whether each chat may be a favourite. A chat that is missing is none.
        var favourites: [ChatID: Set<Bool>] = [:]
        /// Whether the user is marking all chats as read, so that no message has to be on screen first.
        var isMarkingAllRead = false
        /// The contacts' messages that the app has received on any path.
        var delivered: [ChatID: Set<MessageID>] = [:]
        /// The notifications that earlier processes of an architecture showed, with counts.
        var banners: [Banner: Int] = [:]
        /// The notification counts at the last check.
        var checkedBanners: [Banner: Int] = [:]
        var requests = RequestMeter()
        /// The position of the last read receipt sent to the server for each chat outside threads, and for each thread.
        var receiptsSent: [ReceiptPlace: Position] = [:]
        /// The messages up to which the user has read on another device, of which the app may not have heard.
        var readElsewhere: Set<MessageID> = []
        /// The drafts that each chat may have: the last one known to be saved, and later ones that may or may not
        /// have been saved. An empty string means no draft.
        var drafts: [ChatID: Set<String>] = [:]
        /// The chats that the user has forgotten and not come back to.
        var forgotten: [ChatID: Forgetting] = [:]
        /// The messages of chats that were forgotten, which nobody has to keep.
        var forgottenMessages: Set<MessageID> = []
        /// The replies, edits and drafts of threads that were begun and must be kept, by chat.
        var unfinished: [ChatID: [DraftTarget: String]] = [:]
        /// The chats in which the user typed before the chat showed its draft.
        var hiddenDrafts: Set<ChatID> = []
        /// The typing notices that the app received since its start.
        var typing: [ChatID: [Author: TypingNotice]] = [:]
        /// The chats in which the user has typed.
        var chatsTypedIn: Set<ChatID> = []
        /// The text typed last in each chat.
        var newestDraft: [ChatID: String] = [:]
        /// The state of each download request, and the files that were seen complete on the device.
        var wishes: [FilePlace: Wish] = [:]
        var filesSeen: Set<FilePlace> = []
        /// The number of writes that the disk had refused when the app was last started.
        var refusedAtStart = 0
        /// The message to which each requested file belongs.
        var filePlaces: [FileID: FilePlace] = [:]
        /// The user's messages that the server rejected as duplicates. They stay at the end until they arrive from
        /// the server.
        var duplicates: Set<MessageID> = []
        /// The reasons for which messages or edits in a group were refused while the user had left it.
        var refusalsAway: [ChatID: Set<String>] = [:]
        var violations: [Violation] = []
        var checkCounts: [Invariant: Int] = [:]
        var faultCounts: [String: Int] = [:]
        var history: [String] = []

        /// Returns the next position in the order of sending.
        mutating func nextTurn() -> Int {
            turnCount += 1
            return turnCount
        }
    }

    private let content = Mutex(Content())
    /// Whether to record a trace, which costs time.
    let isTracing: Bool

    init(isTracing: Bool) {
        self.isTracing = isTracing
    }

    func with<Result: Sendable>(_ body: (inout sending Content) -> sending Result) -> Result {
        content.withLock(body)
    }

    /// Records the first time at which these messages were on screen.
    func noteSeen(_ messages: some Sequence<MessageID>, at time: Duration) {
        content.withLock { $0.seen.merge(messages.map { ($0, time) }) { first, _ in first } }
    }

    /// Waives the notifications for messages that arrived since `time` and are still unannounced. The process was
    /// killed, or the disk refused all writes.
    func excuseUnannounced(since time: Duration = .zero) {
        content.withLock { content in
            let notified = content.notified
            content.excuse { notified[$0] == nil && $1.time >= time }
            content.untoldWaits = []
        }
    }

    /// Records that the user must be told how long the server asks to wait in a chat.
    func awaitNotice(ofWaitIn chat: ChatID) { content.withLock { _ = $0.untoldWaits.insert(chat) } }

    /// Records a notice that stands for no message.
    func note(_ notice: AppNotification) {
        guard notice.text.hasPrefix("The server asks to wait 60 minutes") else { return }
        content.withLock { _ = $0.untoldWaits.remove(notice.chat) }
    }

    /// Waives the notifications for messages that arrived less than a second before the user opened the chat. They
    /// may have been stored later.
    func noteLook(at chat: ChatID, time: Duration) {
        content.withLock { $0.excuse { $1.chat == chat && time - $1.time < .seconds(1) } }
    }

    /// Counts a check, and records a violation unless `holds`.
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
