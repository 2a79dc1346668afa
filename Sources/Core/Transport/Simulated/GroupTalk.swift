import ChatTypes
import RuntimeKit

/// Who in a group takes part in the talk after a message of ours.
///
/// A few members read it, of whom one or two answer; now and then another of them answers what a member said, so many times
/// at most. So it ends when we stay silent.
struct GroupTalk {
    /// In a larger group the others stay silent, and read nothing.
    static let listenerLimit = 8
    static let speakerLimit = 2
    static let replyLimit = 3
    static let replyChance = 0.3

    /// They read.
    let listeners: [Author]
    /// Of those, who answer.
    private let speakers: ArraySlice<Author>
    private var repliesLeft: Int

    /// Draws them from those who are in the group, ourselves left out.
    init(among members: [Author], random: RandomSource) {
        let count = min(members.count, Self.speakerLimit)
        let speakerCount = count > 1 ? random.integer(in: 1...count) : count
        self.init(among: members, limit: Self.listenerLimit, speakerCount: speakerCount, random: random)
    }

    /// Goes on after a restart: as many read our newest message as would have, and what was answered is not answered again.
    init(resumedIn chat: ServerChat, random: RandomSource) {
        let newest = chat.newestMessage(by: .me)?.position ?? Position(.max)
        let others = chat.others.filter { chat.isReadable(newest, by: $0) }
        let unread = others.filter { !chat.hasRead($0, upTo: newest) }
        let missing = min(others.count, Self.listenerLimit) - (others.count - unread.count)
        let isAnswered = chat.messages.last?.author != .me
        self.init(among: unread, limit: max(0, missing), speakerCount: isAnswered ? 0 : 1, random: random)
    }

    private init(among members: [Author], limit: Int, speakerCount: Int, random: RandomSource) {
        var members = members
        let count = min(members.count, limit)
        for index in 0..<count { members.swapAt(index, random.integer(in: index...(members.count - 1))) }
        listeners = Array(members.prefix(count))
        speakers = listeners.prefix(speakerCount)
        repliesLeft = Self.replyLimit
    }

    func isAnswering(_ listener: Author) -> Bool { speakers.contains(listener) }

    /// Who answers what a member has just said; nil when no one does.
    mutating func reply(to member: Author, random: RandomSource) -> Author? {
        let others = listeners.filter { $0 != member }
        guard repliesLeft > 0, !others.isEmpty, random.chance(Self.replyChance) else { return nil }
        repliesLeft -= 1
        return others[random.integer(in: 0...(others.count - 1))]
    }
}
