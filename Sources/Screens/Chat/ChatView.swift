public import ChatTypes
public import Foundation
public import ScreenKit

/// A view of one chat.
public typealias ChatView = ScreenView<ChatViewState>

/// The chat as a screen shows it: display-ready, immutable, comparable in a test.
public struct ChatViewState: Sendable, Equatable {
    /// A message, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        /// The message's id, which actions use.
        public var id: MessageID
        /// The user, the contact, or in a group a member.
        public var author: Author
        /// The author's name in a group; `nil` for the user, and in a chat of two.
        public var sender: String?
        /// The text, or that the message was deleted; empty if it carries images or a file alone.
        public var text: String
        /// The formatted parts of the text.
        public var spans: [TextSpan]
        /// Whether the author deleted it; the text says so.
        public var isDeleted: Bool
        /// Whether the author changed the text.
        public var isEdited: Bool
        /// Whether the text stands for a message that cannot be decrypted yet.
        public var isPlaceholder: Bool
        /// The kind of an event, whose text is a whole sentence, and whose author is the last that it names; `nil` for a message.
        public var event: ChatEvent?
        /// The poll that it asks, with the votes that may be shown; `nil` for any other message.
        public var poll: ChatPoll?
        /// The message that it answers, in one line; `nil` if it answers none.
        public var answered: Answered?
        /// The thread that it begins, in one line; `nil` without one.
        public var thread: ThreadLine?
        /// The reactions, in order of first use.
        public var reactions: [MessageReaction]
        /// Why the server refused the user's last edit; `nil` if it did not.
        public var editFailure: String?
        /// The text about its images; `nil` if it has none.
        public var attachment: String?
        /// The number of images, including the file if that is a picture.
        public var imageCount: Int
        /// The picture or file that it carries; `nil` if there is none, or only a number of images.
        public var file: File?
        /// The time as text, such as "9:00 am" or "Yesterday 9:00 am".
        public var time: String
        /// The time.
        public var date: Date
        /// The delivery state; `.received` for a message that the user did not write.
        public var delivery: Delivery
        /// Whether messages are missing directly before this one.
        public var followsGap: Bool
        /// Whether it mentions the user, or contains a keyword of the user's.
        public var mentionsMe: Bool
        /// Whether it is pinned.
        public var isPinned: Bool
        /// Why nothing proves who sent it; `nil` for most rows.
        public var senderWarning: SenderWarning?
        /// The same in words, such as "sender not verified".
        public var senderWarningText: String?

        public init(
            id: MessageID,
            author: Author,
            sender: String? = nil,
            text: String = "",
            spans: [TextSpan] = [],
            isDeleted: Bool = false,
            isEdited: Bool = false,
            isPlaceholder: Bool = false,
            event: ChatEvent? = nil,
            poll: ChatPoll? = nil,
            answered: Answered? = nil,
            thread: ThreadLine? = nil,
            reactions: [MessageReaction] = [],
            editFailure: String? = nil,
            attachment: String? = nil,
            imageCount: Int = 0,
            file: File? = nil,
            time: String = "",
            date: Date = .distantPast,
            delivery: Delivery = .received,
            followsGap: Bool = false,
            mentionsMe: Bool = false,
            isPinned: Bool = false,
            senderWarning: SenderWarning? = nil,
            senderWarningText: String? = nil
        ) {
            self.id = id
            self.author = author
            self.sender = sender
            self.text = text
            self.spans = spans
            self.isDeleted = isDeleted
            self.isEdited = isEdited
            self.isPlaceholder = isPlaceholder
            self.event = event
            self.poll = poll
            (self.answered, self.thread) = (answered, thread)
            self.reactions = reactions
            self.editFailure = editFailure
            self.attachment = attachment
            self.imageCount = imageCount
            self.file = file
            self.time = time
            self.date = date
            self.delivery = delivery
            self.followsGap = followsGap
            (self.mentionsMe, self.isPinned) = (mentionsMe, isPinned)
            (self.senderWarning, self.senderWarningText) = (senderWarning, senderWarningText)
        }
    }

    /// The part of the chat that the rows are of: its messages outside threads, one of its threads, or the roots of all threads.
    public var part: TimelinePart
    /// The contact's name, or the group's title; empty while the chat cannot be read.
    public var title: String
    /// The contact's ID; `nil` in a group, and while the chat cannot be read.
    public var contact: ContactID?
    /// The group's member count, or the user's state if they are not in it; `nil` in a chat of two.
    public var subtitle: String?
    /// The user's state as a sentence; `nil` while they are in the chat.
    public var stateText: String?
    /// Whether the user is invited to the chat and has not answered.
    public var isInvitation: Bool
    /// The topic; empty without one.
    public var topic: String
    /// The ID that tells the chat from others of the same title; `nil` if no other has it.
    public var distinction: String?
    /// The newest last.
    public var rows: [Row]
    /// Whether `.loadEarlier` would bring more rows.
    public var hasEarlier: Bool
    /// Whether `.loadEarlier` is still running.
    public var isLoadingEarlier: Bool
    /// Whether later rows follow: `.showLater` brings a page of them, `.showNewest` the newest end.
    public var hasLater: Bool
    /// The message that the chat was opened at; `nil` if it was opened at its newest end.
    public var found: MessageID?
    /// The first message that was unread when the user began to look, among the rows or not. It stays while they
    /// look, for a line above its row, until they send something. `nil` if everything was read.
    public var firstUnread: MessageID?
    /// The message that `.showMention` or `.showDate` went to last; `nil` before the first.
    public var mention: Mention?
    /// The draft: first the saved one, then the text field's.
    public var draft: String
    /// The replies and edits that the user has begun and that are saved, or were not sent, the newest last. A view takes them over when the
    /// chat appears, and with a problem those that it lacks.
    public var unfinished: [UnfinishedText]
    /// Whether the user can send messages: not to a chat that they have left, or were put out of.
    public var canWrite: Bool
    /// The messages of the chat that notify the user, and are part of the badge.
    public var notifications: NotificationMode
    /// Whether the chat is a favourite.
    public var isFavourite: Bool
    /// Whether the chat is end-to-end encrypted.
    public var isEncrypted: Bool
    /// Whether the chat is not encrypted although its server encrypts chats.
    public var lacksEncryption: Bool
    /// The people whose identity has changed, as a sentence; nothing can be sent until the user acknowledges that. `nil` if nobody's has.
    public var warning: String?
    /// The ID of that warning, by which the user acknowledges it; `nil` without one.
    public var warningID: String?
    /// The text about people who are typing; `nil` if no one is.
    public var typing: String?
    /// Why the rows may be out of date; `nil` while all is well.
    public var status: String?
    /// The copy that `.saveFile` made last; `nil` before the first.
    public var savedFile: SavedFile?
    /// The chat to which `.forward` sent a message last; `nil` before the first.
    public var forwarded: Forwarded?
    /// The newest problem to show; `nil` before the first.
    public var problem: ScreenProblem?

    public init(
        part: TimelinePart = .main,
        title: String = "",
        contact: ContactID? = nil,
        subtitle: String? = nil,
        stateText: String? = nil,
        isInvitation: Bool = false,
        topic: String = "",
        distinction: String? = nil,
        rows: [Row] = [],
        hasEarlier: Bool = false,
        isLoadingEarlier: Bool = false,
        hasLater: Bool = false,
        found: MessageID? = nil,
        firstUnread: MessageID? = nil,
        mention: Mention? = nil,
        draft: String = "",
        unfinished: [UnfinishedText] = [],
        canWrite: Bool = true,
        notifications: NotificationMode = .all,
        isFavourite: Bool = false,
        isEncrypted: Bool = false,
        lacksEncryption: Bool = false,
        warning: String? = nil,
        warningID: String? = nil,
        typing: String? = nil,
        status: String? = nil,
        savedFile: SavedFile? = nil,
        forwarded: Forwarded? = nil,
        problem: ScreenProblem? = nil
    ) {
        (self.part, self.title, self.contact) = (part, title, contact)
        self.subtitle = subtitle
        (self.stateText, self.isInvitation) = (stateText, isInvitation)
        self.topic = topic
        self.distinction = distinction
        self.rows = rows
        self.hasEarlier = hasEarlier
        self.isLoadingEarlier = isLoadingEarlier
        self.hasLater = hasLater
        self.found = found
        self.firstUnread = firstUnread
        self.mention = mention
        (self.draft, self.unfinished) = (draft, unfinished)
        self.canWrite = canWrite
        self.notifications = notifications
        self.isFavourite = isFavourite
        (self.isEncrypted, self.lacksEncryption) = (isEncrypted, lacksEncryption)
        (self.warning, self.warningID) = (warning, warningID)
        self.typing = typing
        self.status = status
        (self.savedFile, self.forwarded) = (savedFile, forwarded)
        self.problem = problem
    }

    /// Whether the chat is muted.
    public var isMuted: Bool { notifications == .muted }

    /// Whether the chat is encrypted; `nil` on a server whose chats cannot be.
    public var encryption: Bool? { isEncrypted ? true : lacksEncryption ? false : nil }
}

/// An action of the user on this screen.
public enum ChatAction: Sendable, Equatable {
    /// Sends a text. An empty or too long text is refused with a problem, and so is any text to a group that the user
    /// has left.
    case send(String)
    /// Sends a text that answers a message; otherwise as `send`, but a draft other than the text stays.
    case reply(MessageID, String)
    /// Sends the file at a path, with an optional text, behind earlier files. The original may be deleted when the
    /// row is shown. A file that cannot be read or sent is refused with a problem, unless the screen was left. The
    /// text is the draft until the file is queued, unless there is another draft.
    case sendFile(path: String, text: String = "")
    /// Downloads a message's file. A file that cannot be downloaded is refused with a problem.
    case download(MessageID)
    /// Cancels the download of a message's file and deletes the part received. A complete file stays.
    case cancelDownload(MessageID)
    /// Copies a message's complete file to a path where no file exists; the copy is the state's `savedFile`. A file
    /// that cannot be copied is refused with a problem. Leaving the screen cancels it and leaves no part of the copy.
    case saveFile(MessageID, to: String)
    /// Resends a failed message.
    case resend(MessageID)
    /// Resends every failed message that is shown, in order.
    case resendFailed
    /// Deletes one of the user's own messages, sent or waiting.
    case delete(MessageID)
    /// Edits one of the user's own messages, sent or waiting. An empty or too long text is refused with a problem.
    case edit(MessageID, to: String)
    /// Sets the user's reaction to a message, or removes it if it is set. The text may be the name of an emoji, such as
    /// `:+1:`. A text that cannot be a reaction is refused with a problem.
    case react(MessageID, String)
    /// Sends a copy of a message to the chat of that name or ID, as the user's own; the chat is the state's `forwarded`. The doubt about who
    /// wrote the message goes with it. A message that cannot be forwarded is a problem, and so is a file that has to be downloaded before.
    case forward(MessageID, to: String)
    /// Asks a poll: a typed question and at least two answers, separated by `|`. What cannot be one is refused with a problem.
    case startPoll(String)
    /// Sets the user's vote in a poll to the answers with some numbers, counted from 1; none take it back. A vote that the poll does not take
    /// is refused with a problem.
    case vote(MessageID, [Int])
    /// Ends one of the user's own polls. Any other message is refused with a problem.
    case endPoll(MessageID)
    /// Sets what of the chat notifies the user.
    case setNotifications(NotificationMode)
    /// Sets or removes a mark of the chat. Leaves the screen after marking it as unread, which would otherwise be read at once.
    case set(ChatMark, Bool)
    /// Joins the chat or leaves it; declines an invitation to it, or forgets it, and leaves the screen. A refusal by the server is a
    /// problem.
    case setMembership(ChatMembership)
    /// Changes the group: its members and their roles, its title or its topic; or pins a message of any chat, or removes its pin. What the
    /// user's role does not allow, or the server refuses, is a problem.
    case change(ChatChange)
    /// Encrypts the chat for good, or changes the trust in its people and devices: acknowledges identities, blocks devices, or verifies
    /// them, which leads to the verification. What the server refuses is a problem.
    case changeEncryption(EncryptionChange)
    /// Shows an earlier page, from the server if the history has none. Does nothing unless `hasEarlier`.
    case loadEarlier
    /// Shows a later page; does nothing unless `hasLater`.
    case showLater
    /// Goes to a message of the chat; does nothing if it is among the rows.
    case showMessage(MessageID)
    /// Goes to the first unread message, `firstUnread`; does nothing without one, or if it is among the rows.
    case showFirstUnread
    /// Goes to the newest message that mentions the user; again, to the one before, and after the oldest to the newest. Without one
    /// it is a problem.
    case showMention
    /// Goes to the first message of a day, `2026-11-03`, `today` or `yesterday`, or to the first after it; loads messages from the server until
    /// it is here. Without one, goes to the newest end. What is no day is a problem, and so is a history that takes too long.
    case showDate(String)
    /// Goes to the newest end.
    case showNewest
    /// Goes to the newest end and marks everything up to it as read.
    case markRead
    /// Each change of the text field; saved within a second, and when the screen is left.
    case draft(String)
    /// Each change of a reply or an edit that the user writes, empty for none; saved as a draft is.
    case unfinished(DraftTarget, String)
    /// The newest visible row. Send it after each render that shows other rows, and when the user scrolls. Unless it
    /// is the newest row of all, the rows stay whatever arrives below. A view that lags behind says whether it is the newest row that the
    /// view was given, `isAtEnd`: then the rows follow, too.
    case rowsVisible(upTo: MessageID, isAtEnd: Bool = false)
    /// Shows the details of the chat.
    case showDetails
    /// Shows the pictures of the chat.
    case showPictures
    /// Shows the pinned messages of the chat.
    case showPins
    /// Opens the thread of a message, or begins one with it. A message of a thread, and a line about an event, can begin none, which is a
    /// problem.
    case openThread(MessageID)
    /// Shows the list of the chat's threads.
    case showThreads
    /// Goes back.
    case leave
}

extension ChatAction {
    /// Mutes the chat, or lets every message notify the user.
    public static func setMuted(_ isMuted: Bool) -> Self { .setNotifications(isMuted ? .muted : .all) }
}

extension ChatViewState {
    /// A message that a row answers.
    public typealias Answered = MessageExcerpt

    /// A thread in one line below its root.
    public struct ThreadLine: Sendable, Equatable {
        /// The number of answers.
        public var answerCount: Int
        /// The newest answer; `nil` if none is here.
        public var newest: Answered?
        /// The time of the newest answer as text; `nil` if none is here.
        public var time: String?
        /// The unread answers, and those of them that mention the user.
        public var unreadCount: Int
        public var mentionCount: Int
        /// Whether the user has begun to write an answer.
        public var hasDraft: Bool

        public init(
            answerCount: Int,
            newest: Answered? = nil,
            time: String? = nil,
            unreadCount: Int = 0,
            mentionCount: Int = 0,
            hasDraft: Bool = false
        ) {
            (self.answerCount, self.newest, self.time) = (answerCount, newest, time)
            (self.unreadCount, self.mentionCount, self.hasDraft) = (unreadCount, mentionCount, hasDraft)
        }

        /// The numbers in words, such as "3 answers, 2 unread, 1 mention".
        public var countText: String {
            let counts = [
                answerCount == 1 ? "1 answer" : "\(answerCount) answers",
                unreadCount == 0 ? nil : "\(unreadCount) unread",
                mentionCount == 0 ? nil : mentionCount == 1 ? "1 mention" : "\(mentionCount) mentions",
                hasDraft ? "draft" : nil,
            ]
            return counts.compactMap(\.self).joined(separator: ", ")
        }
    }

    /// A message that the user went to: one that mentions the user, or the first of a day.
    public struct Mention: Sendable, Equatable {
        /// The message, which is among the rows.
        public var message: MessageID
        /// The number of the request on its screen, counted from 1.
        public var number: Int

        public init(message: MessageID, number: Int = 1) { (self.message, self.number) = (message, number) }
    }

    /// A message that was sent on to another chat.
    public struct Forwarded: Sendable, Equatable {
        /// What the chat is called.
        public var chat: String
        /// The number of the message among those that its screen sent on, counted from 1.
        public var number: Int

        public init(to chat: String, number: Int = 1) { (self.chat, self.number) = (chat, number) }
    }

    /// A copy of a message's file, outside the app's own folders.
    public struct SavedFile: Sendable, Equatable {
        /// The message that carries the file.
        public var message: MessageID
        /// The file's name in the message.
        public var name: String
        /// The path of the copy.
        public var path: String
        /// The number of the copy on its screen, counted from 1.
        public var number: Int

        public init(message: MessageID, name: String, path: String, number: Int = 1) {
            self.message = message
            self.name = name
            self.path = path
            self.number = number
        }
    }

    /// A picture or file that a message carries, ready to show.
    public struct File: Sendable, Equatable {
        /// The name, without a path.
        public var name: String
        /// The MIME type.
        public var type: String
        /// The size in bytes, as its author states it.
        public var byteCount: Int64
        /// The width and height of a picture, as its author states them; `nil` if there are none. They make its place before it is here.
        public var pixels: PixelSize?
        /// The type and size, such as "application/pdf, 1.2 MB".
        public var detail: String
        /// The upload or download; `nil` if none was requested.
        public var transfer: FileTransfer?
        /// The progress as text: "45%", or why the transfer failed; `nil` if there is nothing to say, and if the message could not be sent.
        public var progress: String?

        public init(
            name: String,
            type: String = "",
            byteCount: Int64 = 0,
            pixels: PixelSize? = nil,
            detail: String = "",
            transfer: FileTransfer? = nil,
            progress: String? = nil
        ) {
            self.name = name
            self.type = type
            self.byteCount = byteCount
            self.pixels = pixels
            self.detail = detail
            self.transfer = transfer
            self.progress = progress
        }

        /// Whether the file is complete on this device.
        public var isComplete: Bool { transfer?.isComplete ?? false }

        /// The path, for other programs to open; `nil` if the file is not on disk.
        public var path: String? { if case .complete(let path) = transfer { path } else { nil } }
    }
}
