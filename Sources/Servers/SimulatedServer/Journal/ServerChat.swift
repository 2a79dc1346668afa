import ChatTypes
import Foundation

/// One conversation as the server stores it.
struct ServerChat {
    /// A reader's place in the chat.
    struct Marker {
        let message: MessageID
        let position: Position
    }

    private(set) var header: ChatHeader
    /// The messages in ascending order of position.
    private(set) var messages: [Message] = []
    /// The account's sequence at which each message came, ascending too.
    private var sequences: [Int] = []
    /// How far people have read outside threads.
    private(set) var markers = LatestByAuthor<Marker>()
    /// How far people have read in each thread, by its root.
    private var threadMarkers: [MessageID: LatestByAuthor<Marker>] = [:]
    /// Everyone who is or was in a group; empty for a chat between two.
    private(set) var members = LatestByAuthor<Membership>()
    /// All annotations of the messages, in ascending order of the sequence at which they came.
    private var annotations: [(annotation: Annotation, sequence: Int)] = []
    /// The newest state of each reaction.
    private(set) var reactions = ServerReactions()
    private var greeters: Set<Author> = []
    /// The topic, and its number.
    private(set) var topic = (text: "", number: Int64(0))
    /// The pinned messages; nil before the first.
    private(set) var pins: ChatPins?
    /// The last decision about the user's membership.
    private var decision: JournaledDecision?
    /// The banned people.
    private var banned: Set<Author> = []
    /// The index of each author's newest message, and of the newest in each thread and outside.
    private var newest: [Author: Int] = [:]
    private var newestByThread: [Author: [MessageID?: Int]] = [:]
    private var visibility = Visibility()
    /// The messages as they were when the user left, of those that have changed since.
    private var before: [Int: Message] = [:]

    init(header: ChatHeader) {
        self.header = header
    }

    /// The sequence at which the user left; nil for a member.
    var leftAt: Int? { visibility.leftAt }

    /// Whether an author may speak here now.
    func admits(_ author: Author) -> Bool {
        header.isGroup ? members[author]?.isMember ?? false : author.member == nil
    }

    /// All members of a group except the user.
    var others: [Author] {
        members.values.filter { $0.isMember && $0.member != .me }.map(\.member)
    }

    func newestMessage(by author: Author) -> Message? { newest[author].map { messages[$0] } }

    /// Returns the author's newest message in each thread and outside threads, in order.
    func newestMessages(by author: Author) -> [Message] {
        newestByThread[author, default: [:]].values.sorted().map { messages[$0] }
    }

    /// The roots of the threads in which somebody has written, by ID.
    var threads: [MessageID] { Set(messages.compactMap(\.thread)).sorted() }

    func hasGreeted(_ author: Author) -> Bool { greeters.contains(author) }

    /// Whether a reader has read a thread, or what stands outside threads, up to a position.
    func hasRead(_ reader: Author, in thread: MessageID? = nil, upTo position: Position) -> Bool {
        marker(of: reader, in: thread).map { position <= $0.position } ?? false
    }

    /// How far a reader has read a thread, or what stands outside threads.
    func marker(of reader: Author, in thread: MessageID?) -> Marker? {
        if let thread { threadMarkers[thread]?[reader] } else { markers[reader] }
    }

    /// Whether a message at `position` came after `reader` joined.
    func isReadable(_ position: Position, by reader: Author) -> Bool {
        members[reader]?.since.map { $0 < position } ?? true
    }

    /// Returns a time that never goes back within a chat.
    func time(notBefore now: Date) -> Date {
        max(now, messages.last?.sentAt ?? header.createdAt)
    }

    mutating func append(_ entry: JournaledMessage, sequence: Int) {
        let predecessor = messages.last.map {
            Predecessor(position: $0.position, cursor: PagePlace(position: $0.position).cursor)
        }
        let message = Message(
            id: entry.id,
            author: entry.author,
            text: entry.text,
            spans: entry.spans,
            imageCount: entry.imageCount,
            attachment: entry.attachment,
            poll: entry.poll,
            repliesTo: entry.repliesTo,
            thread: entry.thread,
            mentionsMe: entry.mentionsMe ?? false,
            event: entry.event,
            sentAt: entry.at,
            position: entry.position,
            predecessor: predecessor
        )
        if entry.event == nil {
            newest[entry.author] = messages.count
            newestByThread[entry.author, default: [:]][entry.thread] = messages.count
        }
        messages.append(message)
        sequences.append(sequence)
        if entry.remark == .greeting { greeters.insert(entry.author) }
    }

    mutating func mark(_ message: Message, readBy reader: Author, in thread: MessageID?, sequence: Int) {
        let marker = Marker(message: message.id, position: message.position)
        guard let thread else { return markers.set(marker, of: reader, at: sequence, leftAt: leftAt) }
        threadMarkers[thread, default: LatestByAuthor()].set(marker, of: reader, at: sequence, leftAt: leftAt)
    }

    mutating func annotateMessage(at index: Int, with annotation: Annotation, sequence: Int) {
        if leftAt != nil, before[index] == nil { before[index] = messages[index] }
        messages[index] = messages[index].annotated(by: annotation)
        reactions.apply(annotation, at: annotations.count)
        annotations.append((annotation, sequence))
    }

    mutating func setTopic(_ text: String, number: Int64) { topic = (text, number) }

    mutating func setPins(_ messages: [MessageID], number: Int64) { pins = ChatPins(messages, number: number) }

    /// Keeps a group that was left from the user's devices, which get all of it if the user joins again.
    mutating func forget() { visibility.forget() }

    /// Whether the user has forgotten the group.
    var isForgotten: Bool { visibility.isForgotten }

    /// Whether a person is banned.
    func isBanned(_ author: Author) -> Bool { banned.contains(author) }

    /// Changes the contact's name, or the group's title.
    mutating func rename(to name: String) {
        let contact = Contact(id: header.contact.id, name: name)
        header = ChatHeader(id: header.id, contact: contact, isGroup: header.isGroup, createdAt: header.createdAt)
    }

    /// Adds, removes or renames a member, who may be the user.
    mutating func apply(_ membership: Membership, _ decision: JournaledDecision? = nil, sequence: Int) {
        if membership.member == .me { self.decision = decision }
        if decision?.isBan == true { banned.insert(membership.member) } else { banned.remove(membership.member) }
        if membership.member == .me, membership.isMember, leftAt != nil {
            visibility.rejoin(at: sequence)
            before = [:]
            markers.forgetBefore()
            for thread in threadMarkers.keys { threadMarkers[thread]?.forgetBefore() }
            members.forgetBefore()
        }
        members.set(membership, of: membership.member, at: sequence, leftAt: leftAt)
        if membership.member == .me, !membership.isMember { visibility.leave(at: sequence) }
    }
}

/// The part of the chat that the user may know.
extension ServerChat {
    /// All messages, as they were when the user left.
    var knownMessages: [Message] { known(0..<count(until: leftAt)) }

    /// Returns what changed after `sequence`: the newest messages, at most `limit`, and all memberships, receipts and annotations.
    func update(after sequence: Int, limit: Int) -> ChatUpdate {
        let start = visibility.start(after: sequence)
        let count = count(until: leftAt)
        let first = min(count, max(sequences.partitioningIndex { $0 > start }, count - limit))
        return ChatUpdate(
            chat: header,
            messages: known(first..<count),
            receipts: receipts(after: start),
            annotations: annotations.elements(after: start, until: leftAt, by: \.sequence).map(\.annotation),
            memberships: members.changed(after: start, leftAt: leftAt).map(\.value),
            standing: standing,
            pins: knownPins
        )
    }

    /// Returns the receipts outside threads, then those in threads.
    private func receipts(after start: Int) -> [ReadReceipt] {
        func receipts(_ markers: LatestByAuthor<Marker>, _ scope: ReceiptScope) -> [ReadReceipt] {
            markers.changed(after: start, leftAt: leftAt).map {
                ReadReceipt(reader: $0.author, message: $0.value.message, scope: scope)
            }
        }
        let threads = threadMarkers.sorted { $0.key < $1.key }.flatMap { receipts($1, .thread($0)) }
        return receipts(markers, .main) + threads
    }

    /// The pinned messages; nil without any, and while the user is out of the group, of which no news comes then.
    var knownPins: ChatPins? { leftAt == nil ? pins : nil }

    /// The user's standing in a group; nil between two.
    var standing: NumberedStanding? {
        guard header.isGroup, let mine = members[.me] else { return nil }
        let state: ChatState =
            if mine.isMember {
                .joined
            } else if let decision {
                ChatState(word: decision.isBan ? "banned" : "removed", person: decision.by, reason: decision.reason)
            } else {
                .left
            }
        let standing = ChatStanding(state: state, rights: Self.rights(of: mine), topic: topic.text)
        return NumberedStanding(standing, number: highestNumber(of: .me))
    }

    /// Returns the highest number of a change to a member or to what the user sees of the chat. Each kind of numbered change counts here,
    /// for `standing` has one number for all of them.
    func highestNumber(of member: Author) -> Int64 {
        max(members[member]?.number ?? 0, topic.number)
    }

    /// The changes that a role allows here: members invite, moderators also remove, pin messages and change the title and the topic,
    /// administrators do all.
    static func rights(of membership: Membership) -> ChatRights {
        guard membership.isMember else { return [] }
        return switch membership.role ?? .member {
        case .administrator...: .all
        case .moderator...: [.invite, .remove, .ban, .rename, .setTopic, .pin]
        default: [.invite]
        }
    }

    /// All that set or removed a reaction, voted in a poll or ended one, in order.
    var reactionAndPollLog: [Annotation] {
        annotations.map(\.annotation).filter { $0.kind.isOfAnyone || $0.kind == .pollEnd }
    }

    /// Returns at most `limit` messages that end with the one at `position`; nil if there is none.
    func page(endingAt position: Position, limit: Int) -> MessagePage? {
        let last = messages.partitioningIndex { $0.position >= position }
        guard last < count(until: leftAt), messages[last].position == position else { return nil }
        let stretch = known(max(0, last + 1 - limit)..<last + 1)
        // A message carries its edits, but neither its reactions nor its votes.
        let made = stretch.flatMap { reactions.indices(to: $0.id) }.map { annotations[$0] }
        return MessagePage(
            messages: stretch,
            annotations: made.filter { $0.sequence <= leftAt ?? .max }.map(\.annotation),
            next: stretch.first?.predecessor?.cursor
        )
    }

    private func known(_ range: Range<Int>) -> [Message] {
        before.isEmpty ? Array(messages[range]) : range.map { before[$0] ?? messages[$0] }
    }

    /// Returns how many messages had come by then.
    private func count(until sequence: Int?) -> Int {
        sequence.map { limit in sequences.partitioningIndex { $0 > limit } } ?? messages.count
    }
}

/// The part of a group's history that the user sees, in the account's sequence: nothing of what happens during an
/// absence, and all of it after the return.
struct Visibility {
    /// The user's absences, each from leaving to the return.
    private var absences: [Range<Int>] = []
    /// The sequence at which the user left; nil for a member.
    private(set) var leftAt: Int?
    /// Whether the user has forgotten the group after leaving it.
    private(set) var isForgotten = false

    mutating func leave(at sequence: Int) {
        leftAt = leftAt ?? sequence
    }

    /// The user's devices have nothing of the group any more, so that the return begins with all of it.
    mutating func forget() {
        isForgotten = leftAt != nil
        absences = []
    }

    mutating func rejoin(at sequence: Int) {
        if let leftAt { absences.append((isForgotten ? 0 : leftAt)..<sequence) }
        (leftAt, isForgotten) = (nil, false)
    }

    /// Returns the sequence after which a client needs updates that has seen everything visible up to `sequence`.
    func start(after sequence: Int) -> Int {
        let index = absences.partitioningIndex { sequence < $0.upperBound }
        return index < absences.count ? min(sequence, absences[index].lowerBound) : sequence
    }
}
