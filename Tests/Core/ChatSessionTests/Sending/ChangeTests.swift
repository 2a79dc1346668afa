import ChatStore
import ChatTypes
import Foundation
import Testing

@testable import ChatSession

/// Changes of groups, as far as they are decided before the server is asked.
@Suite struct ChangeTests {
    private static let team = group("team", "Team")

    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        let roles: [(Author, String, MemberRole)] = [
            (.me, "Me", .moderator), (.member(ContactID("ada")), "Ada", .administrator),
            (.member(ContactID("ben")), "Ben", .member), (.member(ContactID("eve")), "Eve", .member),
            (.member(ContactID("eve-2")), "Eve", .member), (.member(ContactID("max")), "Max", .moderator),
        ]
        let update = ChatUpdate(
            chat: Self.team,
            memberships: roles.map { Membership(member: $0, name: $1, role: $2, number: 1) },
            standing: NumberedStanding(ChatStanding(rights: [.invite, .remove, .ban, .setRoles, .rename]), number: 2)
        )
        _ = try database.write { try $0.apply(update, announcing: false) }
    }

    private func allowed(_ change: ChatChange, in chat: ChatID = team.id) throws -> ChatChange {
        try database.read { try $0.allowed(change, in: chat) }
    }

    private func refusal(_ change: ChatChange) -> String? {
        do { _ = try allowed(change) } catch ServiceError.refused(_, let text) { return text } catch {}
        return nil
    }

    @Test func `a member is given by name or id, and sent by id`() throws {
        #expect(try allowed(.remove("BEN", reason: "x")) == .remove("ben", reason: "x"))
        #expect(try allowed(.ban("eve-2", reason: "")) == .ban("eve-2", reason: ""))
        #expect(try allowed(.invite("Anybody")) == .invite("Anybody"))
        #expect(try allowed(.unban("@far:away")) == .unban("@far:away"), "the server knows whom it banned")
        #expect(refusal(.remove("Nobody", reason: "")) == "Nobody here is called Nobody")
        let choice = "Several people here are called Eve: write one of eve, eve-2"
        #expect(refusal(.remove("Eve", reason: "")) == choice)
    }

    @Test func `a change that the role does not allow is refused before the server is asked`() throws {
        #expect(refusal(.setTopic("x")) == "Your role does not allow you to change the topic here")
        #expect(refusal(.remove("Ada", reason: ""))?.hasPrefix("Ada has the role administrator") == true)
        let equal = "Max has the role moderator, which is not lower than yours"
        #expect(refusal(.remove("Max", reason: "")) == equal)
        #expect(try allowed(.unban("Ada")) == .unban("ada"), "who is banned is no administrator any more")
        #expect(refusal(.setRole("Ben", .administrator)) == "You cannot give a higher role than your own")
        #expect(try allowed(.setRole("Ben", .moderator)) == .setRole("ben", .moderator))
        #expect(refusal(.rename(" ")) == "A title is needed")
        let long = String(repeating: "x", count: ContactName.characterLimit + 1)
        #expect(refusal(.rename(long)) == "A title can have at most 100 characters")
        #expect(refusal(.rename("a\u{202E}")) == "A title cannot contain control characters or direction marks")
        #expect(throws: SessionError.unknownChat) { try allowed(.rename("x"), in: ChatID("none")) }
    }

    @Test func `the server decides whom a user without a role may remove`() throws {
        let plain = group("plain", "Plain")
        let people: [(Author, String)] = [(.me, "Me"), (.member(ContactID("ben")), "Ben")]
        let update = ChatUpdate(chat: plain, memberships: people.map { Membership(member: $0, name: $1, number: 1) })
        _ = try database.write { try $0.apply(update, announcing: false) }
        #expect(try allowed(.remove("Ben", reason: "x"), in: plain.id) == .remove("ben", reason: "x"))
    }
}
