public import ChatStore
public import ChatTypes
public import Foundation
public import RuntimeKit
import SQLiteKit
public import Transport

/// The history, kept in step with a server: every change goes through here.
///
/// Changes are committed first; screens, notifications and the server follow. Work that must outlive a screen, such as sending a
/// message, is committed by the screen and finished by `run()`, in this launch or a later one.
public final class Session: Sendable {
    private let inbox: Inbox
    let outbox: Outbox
    private let syncLoop: SyncLoop
    let backfill: Backfill
    private let creator: ChatCreator
    private let presence: PresenceSender
    let copier: FileCopier
    private let downloader: FileDownloader
    private let progress: TransferProgress
    let typing: Typing
    // Tests reach these three.
    let context: SessionContext
    let liveLink: LiveLink
    let notifier: Notifier

    /// The chat that the user looks at.
    public let focus = FocusTracker()

    private var history: History { context.history }
    private var feed: ChangeFeed { context.feed }

    /// Makes a session that is the only writer of its history. It does nothing by itself before `run()`.
    ///
    /// Reads the Markdown in the texts that the user sends (see `TypedText`), unless told not to.
    public init(
        environment: ChatEnvironment,
        database: sending ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        readsMarkdown: Bool = true
    ) {
        context = SessionContext(
            environment: environment,
            database: database,
            service: service,
            readsMarkdown: readsMarkdown
        )
        typing = Typing(context)
        notifier = Notifier(context.history, focus: focus)
        inbox = Inbox(context, focus: focus, typing: typing, notifier: notifier)
        progress = TransferProgress(context.history, clock: environment.clock)
        outbox = Outbox(context, inbox: inbox, notifier: notifier, progress: progress)
        syncLoop = SyncLoop(context, inbox: inbox)
        liveLink = LiveLink(context, pushes: pushes, sockets: sockets, inbox: inbox, typing: typing)
        backfill = Backfill(context, inbox: inbox)
        creator = ChatCreator(context, inbox: inbox)
        presence = PresenceSender(context)
        copier = FileCopier(context)
        downloader = FileDownloader(context, progress: progress)
    }

    /// Keeps the history and the server in step until the caller's task is cancelled. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.liveLink.followPushes() }
            group.addTask { await self.syncLoop.run() }
            group.addTask { await self.copier.run() }
            group.addTask { await self.outbox.run() }
            group.addTask { await DueSender.receipts(self.context).run() }
            group.addTask { await DueSender.notifications(self.context).run() }
            group.addTask { await DueSender.marks(self.context).run() }
            group.addTask { await self.backfill.run() }
            group.addTask { await self.presence.run() }
            group.addTask { await self.typing.run() }
            group.addTask { await self.downloader.run() }
            group.addTask { await self.progress.run() }
            if hasEncryption {
                group.addTask { await self.followVerification() }
                group.addTask { await self.keepWarnings() }
            }
        }
    }

    // MARK: Reading

    /// Reads the history at one moment, without delaying writes.
    ///
    /// Throws what `query` throws, `SQLiteError`, or `CancellationError` soon after the caller's task is cancelled.
    public func read<Value: Sendable>(
        _ query: @Sendable (borrowing ChatReader) throws -> Value
    ) async throws -> Value {
        try await history.reader.read(query)
    }

    /// Returns a query of the history that runs again after each change that `scope` covers.
    public func query<Request, Content>(
        _ request: Request,
        dependingOn scope: ChangeScope,
        _ ask: @escaping @Sendable (Request, borrowing ChatReader) throws -> Content
    ) -> LiveQuery<Request, QueryResult<Content>> {
        history.query(request, dependingOn: scope, ask)
    }

    /// Returns a query of the number of unread messages that notify the user; nil when it cannot be read.
    public func unreadCounts() -> LiveQuery<Void, Int?> { history.unreadCounts() }

    /// The state of the server and the disk.
    public var status: ModelStatus { get async { history.status.value } }

    /// Whether a first sync has brought all chats at some time. False if the history cannot be read.
    public var hasSynced: Bool {
        get async {
            let cursor = (try? await history.read { try $0.syncCursor() }) ?? nil
            return cursor.map { !context.service.isPartial($0) } ?? false
        }
    }

    /// The drafts that the disk has not accepted yet, for when their chats are opened again.
    public var unsavedDrafts: UnsavedDrafts { history.unsavedDrafts }

    /// The number of statements run so far by the writer and all readers. For benchmarks.
    public var statementCount: Int { get async { await history.statementCount } }

    /// The number of rows read so far by the writer and all readers. For benchmarks.
    public var rowCount: Int { get async { await history.rowCount } }

    /// Lends the writer's database to `body`. For simulations and tests that plant faults.
    package func withDatabase<Value: Sendable>(_ body: @Sendable (ChatDatabase) throws -> Value) async rethrows -> Value
    {
        try await history.withDatabase(body)
    }

    // MARK: Sending

    /// Commits a message under a new id and empties the chat's draft; `run()` sends it.
    ///
    /// Throws a `TextError`, `SessionError.unknownChat`, `notJoined` for an invitation, which no message accepts, or a `StorageProblem`;
    /// then nothing is sent and the draft stays.
    @discardableResult
    public func send(_ text: String, to chat: ChatID) async throws -> MessageID {
        let message = try await outbox.send(text, to: chat, isTypedElsewhere: false)
        typing.endOwn(in: chat)
        return message
    }

    /// Commits a message that answers another, which need not be stored, as `send(_:to:)` does.
    ///
    /// The chat's draft stays unless it is the same text; a reply to the message that was begun is dropped.
    @discardableResult
    public func reply(_ text: String, to message: MessageID, in chat: ChatID) async throws -> MessageID {
        let answer = try await outbox.send(text, replyingTo: message, to: chat, isTypedElsewhere: true)
        typing.endOwn(in: chat)
        return answer
    }

    /// Sends a message that may have been typed outside the chat's screen: then a draft stays unless it is the same text.
    @discardableResult
    public func send(_ text: String, to chat: ChatID, isTypedElsewhere: Bool) async throws -> MessageID {
        try await outbox.send(text, to: chat, isTypedElsewhere: isTypedElsewhere)
    }

    /// Copies a file and commits a message that carries it and may answer another; `run()` sends it. The original may go away afterwards.
    ///
    /// A draft of the same text as `text` is emptied. Messages with files are sent in the order of the calls, behind messages that
    /// were committed during the copy. A failure leaves nothing. Throws a `FileError`, a `TextError` for a text that is too long,
    /// `SessionError.unknownChat`, `notJoined` or a `StorageProblem`. Cost: linear in the file's length.
    ///
    /// When the caller's task is cancelled, it throws `CancellationError` and the file is sent all the same; then a failure of the
    /// copy is not reported, and a draft stays. Files that are not copied when `run()` ends are never sent.
    @discardableResult
    public func send(
        fileAt path: String,
        text: String = "",
        replyingTo answered: MessageID? = nil,
        to chat: ChatID
    ) async throws -> MessageID {
        try await copier.send(fileAt: path, text: text, replyingTo: answered, to: chat)
    }

    /// Sends a failed message again, under its own id and behind all that wait. Throws a `StorageProblem`.
    public func resend(_ message: MessageID, in chat: ChatID) async throws {
        try await outbox.resend(message, in: chat)
    }

    /// Sends the failed messages of a chat again, behind all that wait, and tries at once what waits for its next attempt.
    ///
    /// Throws a `StorageProblem`.
    public func resendAll(in chat: ChatID) async throws { try await outbox.resendAll(in: chat) }

    /// Deletes one of the user's messages, sent or waiting; `run()` tells the server. Ignores messages of others.
    ///
    /// Throws a `StorageProblem`.
    public func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await outbox.delete(message, in: chat)
    }

    /// Edits one of the user's messages, sent or waiting; `run()` tells the server. Ignores deleted messages and those of others.
    /// Drops an edit of it that was begun.
    ///
    /// Throws a `TextError` or a `StorageProblem`.
    public func edit(_ message: MessageID, to text: String, in chat: ChatID) async throws {
        try await outbox.edit(message, to: text, in: chat)
    }

    /// Sets or removes the user's reaction to a message with a text; nil removes it if it is set, and else sets it. The server is told.
    ///
    /// Does nothing to a deleted message. A reaction that is set and removed before it could be sent is not sent. Throws a `TextError` or a
    /// `StorageProblem`.
    public func react(_ text: String, to message: MessageID, in chat: ChatID) async throws {
        try await outbox.react(text, to: message, in: chat)
    }

    /// Sets or removes the user's reaction to a message. Does nothing if it is so already. Throws as `react(_:to:in:)`.
    public func react(_ text: String, to message: MessageID, in chat: ChatID, isSet: Bool) async throws {
        try await outbox.react(text, to: message, in: chat, isSet: isSet)
    }

    /// Commits a message that asks a poll, in a thread if one is named; `run()` sends it. A draft stays.
    ///
    /// Throws `SessionError.unknownChat`, `notJoined` or a `StorageProblem`.
    @discardableResult
    public func send(_ poll: Poll, inThread root: MessageID?, to chat: ChatID) async throws -> MessageID {
        try await outbox.ask(poll, inThread: root, in: chat)
    }

    /// Sets the user's vote in a poll to the answers at some indices, none to take it back; `run()` tells the server.
    ///
    /// Does nothing to a poll that has ended, and for answers that it does not have. Throws a `StorageProblem`.
    public func vote(_ answers: [Int], in message: MessageID, of chat: ChatID) async throws {
        try await outbox.vote(answers, in: message, of: chat)
    }

    /// Ends one of the user's polls that was sent; `run()` tells the server. Ignores any other message. Throws a `StorageProblem`.
    public func endPoll(_ message: MessageID, in chat: ChatID) async throws {
        try await outbox.endPoll(message, in: chat)
    }

    /// Saves the text that the user has typed but not sent: the chat's draft, or with a target a reply or an edit that the user has
    /// begun. Empty for none.
    ///
    /// Throws a `StorageProblem`; then the draft is kept in memory and saved with the next successful commit.
    public func saveDraft(_ text: String, of target: DraftTarget? = nil, in chat: ChatID) async throws {
        unsavedDrafts.keep(text, of: target, in: chat)
        try await history.commit { _ in }
        // The chat's own screen, below that of the thread, says whether the thread has a draft.
        if target != nil { feed.postScreens(of: chat) }
    }

    /// Records that the user types in a chat; the server is told every few seconds at most.
    public func noteTyping(in chat: ChatID) { typing.note(in: chat) }

    /// Reports that the user types no more in a chat. A text that is sent ends typing as well.
    public func endTyping(in chat: ChatID) { typing.endOwn(in: chat) }

    // MARK: Chats

    /// Returns the chat with a contact of that name: a stored one, or one that the server finds or creates.
    ///
    /// A chat that has to be created is encrypted as the user wants; nil leaves it to `encryptsNewChats`. Retries temporary failures for a
    /// minute. Throws the last `ServiceError` then, a refusal or the end of the login at once, a `ContactName.NameError`,
    /// `SessionError.ambiguousName`, `unusableChat` or a `StorageProblem`.
    public func createChat(with name: String, isEncrypted: Bool? = nil) async throws -> ChatID {
        try await creator.createChat(with: name, isEncrypted: isEncrypted)
    }

    /// Creates a group with the contacts of those names, encrypted as `createChat(with:isEncrypted:)` says. A call after a failed one
    /// with the same arguments continues it.
    ///
    /// Retries and throws likewise.
    public func createGroup(with names: [String], title: String, isEncrypted: Bool? = nil) async throws -> ChatID {
        try await creator.createGroup(with: names, title: title, isEncrypted: isEncrypted)
    }

    /// Whether a new chat is encrypted unless the user wants otherwise; nil if the server's chats cannot be.
    public var encryptsNewChats: Bool? { context.service.encryptsNewChats }

    /// Accepts an invitation, declines it, or leaves or forgets a chat.
    ///
    /// A forgotten chat is deleted once the server has accepted it; any other changes when a sync brings the server's answer.
    /// Throws a `ServiceError`, or a `StorageProblem` if the chat could not be deleted here.
    public func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        try await context.service.withTimeLimit { try await $0.setMembership(membership, in: chat) }
        if membership == .forget {
            _ = try await history.commit { try $0.deleteChat(chat) }
            notifier.noteRetraction()
            feed.postAll()
        }
        context.queues.requestSync()
    }

    /// Changes a group: its members and their roles, its title or its topic; or what is pinned in a chat. A person may be given by name or ID.
    ///
    /// Refuses what the user's role does not allow, before the server is asked. A sync brings what the server made of it. Throws a
    /// `ServiceError`, `SessionError.unknownChat` or a `StorageProblem`.
    public func change(_ change: ChatChange, in chat: ChatID) async throws {
        let resolved: ChatChange
        do { resolved = try await read { try $0.allowed(change, in: chat) } } catch let error as SQLiteError {
            throw StorageProblem(error)
        }
        try await context.service.withTimeLimit { try await $0.change(resolved, in: chat) }
        context.queues.requestSync()
    }

    /// Returns the stored chat with an alias (`#name:server`), which the server looks up; nil for any other name, or if there is none.
    /// Throws a `ServiceError` or a `StorageProblem`.
    public func chat(withAlias alias: String) async throws -> ChatID? {
        let alias = MatrixLink.name(in: alias)
        guard alias.hasPrefix("#"), alias.contains(":"), alias.utf8.count <= Limits.idBytes else { return nil }
        let found = try await context.service.withTimeLimit { try await $0.chat(withAlias: alias) }
        guard let chat = found else { return nil }
        do { return try await read { try $0.chat(chat)?.id } } catch let error as SQLiteError {
            throw StorageProblem(error)
        }
    }

    /// Returns at most `limit` contacts of the server whose names match. Throws a `ServiceError`.
    public func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await context.service.withTimeLimit { try await $0.contacts(matching: text, limit: limit) }
            .prefix(limit).compactMap { $0.bounded() }
    }

    /// Returns a contact's picture from the server; nil if there is none. Throws a `ServiceError`.
    public func picture(of contact: ContactID) async throws -> Picture? {
        try await context.service.withTimeLimit { try await $0.picture(of: contact) }?.bounded()
    }

    /// Commits that a chat outside threads, or a thread, is read up to a message; `run()` tells the server.
    ///
    /// Returns false and changes nothing while the user does not look at it. Throws a `StorageProblem`; then the server is not told.
    @discardableResult
    public func markRead(_ chat: ChatID, upTo message: MessageID, thread: MessageID?) async throws -> Bool {
        let isChange = try await history.commit { [focus] writer -> Bool? in
            guard focus.isOn(chat, thread: thread) else { return nil }
            return try writer.markRead(upTo: message, in: chat, scope: ReceiptScope(thread: thread))
        }
        guard isChange == true else { return isChange != nil }
        noteRead([chat])
        // The chat's own screen, below that of the thread, says how many answers are unread.
        if thread != nil { feed.postScreens(of: chat) }
        return true
    }

    /// Commits that a chat is read up to a message, or up to its newest stored one, whether or not the user looks at it; `run()` tells the
    /// server. Throws a `StorageProblem`.
    public func markRead(_ chat: ChatID, through message: MessageID?) async throws {
        if try await history.commit({ try $0.markRead(through: message, in: chat) }) { noteRead([chat]) }
    }

    /// Commits that every stored message of all chats is read; `run()` tells the server. Throws a `StorageProblem`.
    public func markAllRead() async throws {
        let chats = try await history.commit { try $0.markAllRead() }
        if !chats.isEmpty { noteRead(chats) }
    }

    /// Commits that every stored message of a chat is read, whether or not the user looks at it; `run()` tells the server. Throws a
    /// `StorageProblem`.
    public func markAllRead(in chat: ChatID) async throws {
        if try await history.commit({ try $0.markAllRead(in: chat) }) { noteRead([chat]) }
    }

    /// Marks as read what the server counts besides the messages of a chat, if the user looks at it and has read these.
    public func markRestRead(in chat: ChatID) async {
        let isChange = try? await history.commit { [focus] writer in
            try focus.isOn(chat) && writer.markRestRead(in: chat)
        }
        if isChange == true { noteRead([chat]) }
    }

    /// Updates counts and notifications after chats were read, and requests their receipts.
    private func noteRead(_ chats: [ChatID]) {
        notifier.noteRetraction()
        feed.postCounts()
        for chat in chats {
            context.queues.receipts.request(chat)
            context.queues.marks.request(chat)
        }
    }

    /// Mutes a chat, which then causes no notifications and does not count in the badge, or unmutes it; `run()` tells the server.
    ///
    /// Throws a `StorageProblem`.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) async throws {
        try await setNotifications(isMuted ? .muted : .all, in: chat)
    }

    /// Sets what of a chat notifies the user and counts in the badge; `run()` tells the server. Throws a `StorageProblem`.
    public func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        guard try await history.commit({ try $0.setNotifications(mode, in: chat) }) else { return }
        notifier.noteRetraction()
        feed.post([chat])
        context.queues.notifications.request(chat)
    }

    /// Sets or removes a mark of a chat; `run()` tells the server. Reading the chat removes `ChatMark.unread`. Throws a `StorageProblem`.
    public func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {
        guard try await history.commit({ try $0.set(mark, to: isSet, in: chat) }) else { return }
        feed.post([chat])
        context.queues.marks.request(chat)
    }

    /// Returns the newest stored message of a thread, or of a chat outside threads, that mentions the user, or the newest such before a
    /// message. Throws a `StorageProblem`.
    public func mention(
        before message: MessageID?,
        in chat: ChatID,
        thread: MessageID?
    ) async throws -> MessageID? {
        do { return try await read { try $0.mention(before: message, in: chat, thread: thread) } } catch {
            throw StorageProblem(error)
        }
    }

    /// Fetches pages before the oldest stored message of a chat, or of a thread, until one of its messages has come. Does nothing at the
    /// beginning.
    ///
    /// Throws `SessionError.unusablePage` if the page could not be stored; `SessionError.stillLoading` after
    /// a hundred empty pages, behind which the next call continues; a `ServiceError` or a `StorageProblem`.
    public func loadEarlier(in chat: ChatID, thread: MessageID?) async throws {
        try await backfill.loadEarlier(in: chat, thread.map(TimelinePart.thread) ?? .main)
    }

    /// Fetches pages until every message of a chat from a time on is stored, newest first, for as long as the server takes, at most 20
    /// seconds. Does nothing if they are.
    ///
    /// Throws `SessionError.stillLoading` if more are missing, behind which the next call goes on; otherwise as `loadEarlier(in:thread:)`.
    public func loadMessages(since time: Date, in chat: ChatID) async throws {
        try await backfill.load(since: time, in: chat)
    }

    /// Returns the first stored message of a part of a chat from a time on; nil if there is none. Throws a `StorageProblem`.
    public func firstMessage(since time: Date, of part: TimelinePart, in chat: ChatID) async throws -> MessageID? {
        do { return try await read { try $0.firstMessage(since: time, of: part, in: chat) } } catch {
            throw StorageProblem(error)
        }
    }

    // MARK: Files

    /// Commits a request for a message's file; `run()` downloads it, in this launch or a later one.
    ///
    /// Does nothing if the file is here or requested already. Throws a `FileError` for a file that cannot be downloaded, or a
    /// `StorageProblem`.
    public func download(_ message: MessageID, in chat: ChatID) async throws {
        try await downloader.request(message, in: chat)
    }

    /// Cancels the download of a message's file and removes its bytes; a complete file stays. Throws a `StorageProblem`.
    public func cancelDownload(of message: MessageID, in chat: ChatID) async throws {
        try await downloader.cancel(message, in: chat)
    }

    /// Returns a query of the files of messages, which runs after each change and a few times a second during a transfer.
    ///
    /// Leaves out messages without a file and files that were never requested. Cost: a few steps for each message.
    public func transfers(
        of messages: [MessageID],
        in chat: ChatID
    ) -> LiveQuery<[MessageID], QueryResult<[MessageID: FileTransfer]>> {
        query(messages, dependingOn: .files(chat)) { [progress] messages, reader in
            var transfers: [MessageID: FileTransfer] = [:]
            for message in messages {
                transfers[message] = try reader.file(of: message, in: chat).flatMap { progress.transfer(of: $0) }
            }
            return transfers
        }
    }

    /// Returns the state of a file; nil if it was never requested.
    public func transfer(of file: StoredFile) -> FileTransfer? { progress.transfer(of: file) }

    /// Writes a complete file to `path`, readable by its owner only.
    ///
    /// Never overwrites a file; a failure leaves none. Throws `FileError.lost` for a file that is not here, a `StorageProblem` or
    /// `CancellationError`. Cost: linear in the file's length.
    public func saveFile(of message: MessageID, in chat: ChatID, to path: String) async throws {
        try await downloader.save(message, in: chat, to: path)
    }

    /// Fills the gaps among the messages of a window, with at most `pageLimit` requested pages; calls `progress` before each with the
    /// number of those before.
    ///
    /// Gaps may remain. Throws `SessionError.unusablePage`, a `ServiceError`, a `StorageProblem` or `CancellationError`.
    public func fill(
        _ window: MessageWindow,
        of chat: ChatID,
        pageLimit: Int,
        progress: @Sendable (Int) -> Void
    ) async throws {
        try await backfill.fill(window, of: chat, pageLimit: pageLimit, progress: progress)
    }

    // MARK: Live

    /// Keeps a chat's socket open until the caller's task is cancelled: for as long as a screen shows the chat.
    public func connect(to chat: ChatID) async {
        backfill.open(chat)
        await markRestRead(in: chat)
        await followingEncryption(of: chat) { [liveLink] in await liveLink.connect(to: chat) }
    }

    /// Returns when a first sync has succeeded or failed, or the caller's task is cancelled.
    public func firstSync() async { await syncLoop.waitForFirstSync() }

    /// Hands each notification to `show`, once, until the caller's task is cancelled. Call it once.
    ///
    /// Skips messages that were looked at, read, deleted or muted meanwhile; edited messages have their new text.
    public func showNotifications(_ show: @escaping @Sendable (ChatNotification) async -> Void) async {
        await notifier.run(show)
    }

    /// Sets the chat on top of all screens, and the part of it that is shown; nil when there is none. Messages of a covered chat, and of
    /// another part, count as unseen.
    public func setTopChat(_ chat: ChatID?, showing part: TimelinePart = .main) {
        feed.post(focus.setTop(chat, part))
    }

    /// Sets whether the app has focus. Without it nothing is marked as read, and the server shows the user as away.
    public func setFocus(_ isFocused: Bool) {
        guard focus.setFocus(isFocused) else { return }
        presence.post(isFocused ? .active : .away)
        feed.postAll()
    }

    /// Returns the authors who type in a chat, by id. Cost: linear in all who type, who are bounded.
    public func typingAuthors(in chat: ChatID) -> [Author] { typing.authors(in: chat) }

    /// The authors who type, by chat. Cost: as for one chat.
    public var typingAuthorsByChat: [ChatID: [Author]] { typing.authorsByChat }

    /// Returns a query of the names of those who type in a chat. It reads no history while nobody types.
    public func typingNames(in chat: ChatID) -> LiveQuery<Void, [String]> { typing.names(in: chat) }
}
