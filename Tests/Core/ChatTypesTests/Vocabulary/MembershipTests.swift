import ChatTypes
import Foundation
import Testing

@Suite struct MembershipTests {
    @Test func `a membership and a group to be made come back as they were kept`() throws {
        let memberships = [
            Membership(member: .me, name: "", number: 1),
            Membership(
                member: .member(ContactID("ada")),
                name: "Ada",
                isMember: false,
                since: Position(7),
                number: Limits.membershipNumber
            ),
        ]
        let group = OutgoingGroup(id: MessageID("g"), title: "Friends", names: ["Ada", "Ben"])
        let coder = (JSONEncoder(), JSONDecoder())
        #expect(try coder.1.decode([Membership].self, from: coder.0.encode(memberships)) == memberships)
        #expect(try coder.1.decode(OutgoingGroup.self, from: coder.0.encode(group)) == group)
    }

    @Test func `a membership without a position starts at the beginning`() {
        let membership = Membership(member: .me, name: "", number: 1)
        #expect(membership.isMember && membership.since == nil)
    }
}
