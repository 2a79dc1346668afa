import ChatTypes
import ScreenKit
import Testing

@Suite struct GroupTextTests {
    @Test(arguments: [(0, "0 people"), (1, "1 person"), (2, "2 people"), (5000, "5000 people")])
    func `a group says how many are in it`(count: Int, text: String) {
        #expect(groupText(GroupState(memberCount: count)) == text)
    }

    @Test(arguments: [0, 1, 3])
    func `of a group that we have left that alone is said`(count: Int) {
        #expect(groupText(GroupState(memberCount: count, hasLeft: true)) == "You have left")
    }

    @Test func `we ourselves are told from the others by no name`() {
        #expect(ownName == "You")
    }
}

@Suite struct TypingTextTests {
    @Test(
        arguments: [
            ([], nil), (["Ada"], "Ada is typing…"), (["Ada", "Ben"], "Ada and Ben are typing…"),
            (["Ada", "Ben", "Cy"], "Ada and 2 others are typing…"),
            (["Ada", "Ben", "Cy", "Dot"], "Ada and 3 others are typing…"),
        ] as [([String], String?)]
    )
    func `of those who type two at most are named`(names: [String], text: String?) {
        #expect(typingText(of: names) == text)
    }
}
