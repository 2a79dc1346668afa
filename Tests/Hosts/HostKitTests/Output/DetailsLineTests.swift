import ChatDetails
import ChatTypes
import Testing

@testable import HostKit

/// The details of a chat as they are printed.
@Suite struct DetailsLineTests {
    private let ben = Author.member(ContactID("@b:h"))

    /// A group with a member who is called as the user is.
    private var group: ChatDetailsViewState {
        ChatDetailsViewState(
            title: "Trip",
            subtitle: "3 people",
            topic: "Tea",
            rights: "You may invite people",
            rows: [
                .init(id: .me, name: "You", role: "administrator"), .init(id: ben, name: "Ben (@b:h)"),
                .init(id: .member(ContactID("@y:h")), name: "You", role: "moderator"),
            ],
            files: [.init(id: MessageID("m1"), name: "a.pdf")],
            isEncrypted: true,
            devices: [
                .init(
                    id: .init(owner: ben, device: "D1"),
                    owner: "Ben",
                    name: "phone",
                    trust: .blocked,
                    trustText: "blocked",
                    fingerprint: "ab"
                ),
                .init(
                    id: .init(owner: .me, device: "D2"),
                    owner: "You",
                    trust: .verified,
                    trustText: "verified",
                    fingerprint: "cd"
                ),
            ],
            hasMoreDevices: true,
            hasMore: true,
            notifications: .muted
        )
    }

    @Test func `a line of JSON has all that the details show, with the ID of each person`() throws {
        #expect(
            try JSONLine.text(of: HostEvent.details(HostEvent.DetailsLine(group, of: ChatID("!t:h"))))
                == #"{"chat":"!t:h","contact":"Trip","devices":["#
                + #"{"id":"D1","key":"ab","name":"phone","owner":"Ben","ownerID":"@b:h","trust":"blocked"},"#
                + #"{"id":"D2","key":"cd","mine":true,"owner":"You","trust":"verified"}],"encrypted":true,"#
                + #""event":"details","files":[{"id":"m1","name":"a.pdf"}],"members":["Ben (@b:h)","You"],"#
                + #""more":true,"moreDevices":true,"muted":true,"#
                + #""people":[{"id":"@b:h","name":"Ben"},{"id":"@y:h","name":"You"}],"#
                + #""rights":"You may invite people","roles":[{"mine":true,"name":"You","role":"administrator"},"#
                + #"{"id":"@y:h","name":"You","role":"moderator"}],"text":"3 people","topic":"Tea"}"#
        )
    }

    @Test func `the user is named in a chat of two and among the members of a group, and not once out of it`() {
        func names(_ state: ChatDetailsViewState) -> String? {
            HostEvent.DetailsLine(state).text(.plain, columns: nil).first { $0.contains("Ben") }
        }
        let others = #"Ben (@b:h), "You" (moderator), … (/more shows more)"#
        #expect(names(group) == "  You (administrator), \(others)")
        var left = group
        left.rows.removeFirst()
        #expect(names(left) == "  \(others)")
        #expect(names(ChatDetailsViewState(title: "Ben", rows: [.init(id: .contact, name: "Ben")])) == "  You, Ben")
    }
}
