import ChatTypes
import Foundation
import RuntimeKit

/// Groups, and who is in them. Memberships are numbered beyond the era's floor, as positions are: a number is never given out
/// again, even if the end of the journal was lost.
extension ServerLedger {
    mutating func beginGroup(_ id: ChatID, title: ContactName, with people: [Contact]) throws -> ChatHeader {
        let group = JournaledGroup(
            chat: id,
            contact: Contact(id: ContactID(id.rawValue), name: title.text),
            members: people,
            number: era.floor + 1,
            at: environment.now()
        )
        try commit(.begun(group: group))
        return ChatHeader(id: id, contact: group.contact, isGroup: true, createdAt: group.at)
    }

    /// Says how a member stands in a group from now on, and from which position on if they come in.
    mutating func setMembership(
        of member: Author,
        called name: String,
        isMember: Bool,
        since: Position?,
        inChatAt index: Int
    ) throws -> Membership {
        let (chat, known) = (state.chats[index].header.id, state.chats[index].members[member])
        let membership = Membership(
            member: member,
            name: name,
            isMember: isMember,
            since: since,
            number: max(known?.number ?? 0, era.floor) + 1
        )
        try commit(.membership(chat: chat, of: membership, at: environment.now()))
        return membership
    }

    mutating func rename(_ chat: ChatID, to name: String) throws {
        try commit(.renamed(chat: chat, name: name, at: environment.now()))
    }
}
