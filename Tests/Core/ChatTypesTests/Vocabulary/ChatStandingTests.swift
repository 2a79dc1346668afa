import Foundation
import Testing

@testable import ChatTypes

@Suite struct ChatStandingTests {
    @Test func `a state says who decided it and why`() {
        #expect(ChatState.joined.text == nil)
        #expect(ChatState.invited(by: "Ada", toGroup: true).text == "Ada invites you to a group")
        #expect(ChatState.invited(by: "", toGroup: false).text == "You are invited to a chat")
        #expect(ChatState.removed(by: "Bob", reason: "").text == "Bob removed you")
        #expect(ChatState.banned(by: "Bob", reason: "spam").text == "Bob banned you (spam)")
        #expect(ChatState.removed(by: "", reason: "").text == "You were removed")
        #expect(ChatState.invitedToSpace(by: "Ada").text == "Ada invites you to a space, a list of rooms")
        #expect(ChatState.replaced.text == "A new room has replaced this one")
    }

    @Test func `a state is the same after it was stored`() {
        let states: [ChatState] = [
            .joined, .invited(by: "Ada", toGroup: true), .invited(by: "", toGroup: false), .left,
            .removed(by: "Bob", reason: "spam"), .banned(by: "", reason: ""), .replaced, .invitedToSpace(by: "Ada"),
        ]
        for state in states {
            #expect(ChatState(word: state.word, person: state.person, reason: state.reason) == state)
        }
        #expect(ChatState(word: "odd", person: nil, reason: nil) == .joined)
        #expect(states.filter(\.isOver).map(\.word) == ["left", "removed", "banned"])
        #expect(states.filter(\.isRemoval).map(\.word) == ["removed", "banned"])
        #expect(states.filter(\.isInvitation).map(\.word) == ["invitedToGroup", "invited", "invitedToSpace"])
    }

    @Test func `a topic of a megabyte and a long reason are cut`() throws {
        let long = String(repeating: "é", count: 1 << 19)
        let standing = ChatStanding(state: .banned(by: long, reason: long), topic: long)
        let chat = ChatHeader(id: ChatID("c"), contact: Contact(id: ContactID("c"), name: "C"), createdAt: .distantPast)
        let update = ChatUpdate(chat: chat, standing: NumberedStanding(standing, number: 1))
        let bounded = try #require(update.bounded()?.standing?.value)
        #expect(bounded.topic.utf8.count == Limits.topicBytes)
        #expect(bounded.state.reason?.utf8.count == Limits.eventBytes)
        #expect(bounded.state.person?.count == Limits.nameCharacters)
        #expect(bounded == bounded.bounded())
    }

    @Test func `a change is refused with the state or the missing right`() {
        let none = ChatStanding(rights: [])
        #expect(none.objection(to: .ban("Eve", reason: "")) == "Your role does not allow you to ban people here")
        #expect(none.objection(to: .unban("Eve")) == "Your role does not allow you to ban people here")
        #expect(ChatStanding(rights: .invite).objection(to: .invite("Eve")) == nil)
        #expect(ChatStanding(state: .replaced).objection(to: .rename("Old")) == nil, "it is still the user's")
        let banned = ChatStanding(state: .banned(by: "Bob", reason: "spam"))
        #expect(banned.objection(to: .rename("Mine")) == "Bob banned you (spam): nothing can be changed")
    }

    @Test(arguments: [
        (ChatChange.invite("Eve"), "invite people"), (.remove("Eve", reason: ""), "remove people"),
        (.ban("Eve", reason: ""), "ban people"), (.unban("Eve"), "ban people"), (.rename("Tea"), "change the title"),
        (.setTopic("Tea"), "change the topic"), (.setRole("Eve", .moderator), "change roles"),
        (.pin(MessageID("m"), true), "pin messages"),
    ])
    func `each change needs its own right, and no other`(change: ChatChange, words: String) {
        #expect(change.right.words == words && ChatStanding(rights: change.right).objection(to: change) == nil)
        let others = ChatStanding(rights: .all.subtracting(change.right))
        #expect(others.objection(to: change) == "Your role does not allow you to \(words) here")
    }

    @Test func `levels are bounded and have the word of the role that they reach`() {
        #expect(MemberRole(rawValue: .max) == .creator && MemberRole(rawValue: .min).rawValue == -(1 << 53))
        let words = [-7, 0, 49, 50, 99, 100].map { MemberRole(rawValue: $0).word }
        #expect(words == ["member", "member", "member", "moderator", "moderator", "administrator"])
        #expect(MemberRole(word: "Admin") == .administrator && MemberRole(word: "mod") == .moderator)
        #expect(MemberRole(word: "m") == nil && MemberRole(word: "king") == nil)
    }
}
