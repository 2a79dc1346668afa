import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@Suite struct GroupTextTests {
    @Test(arguments: [(0, "0 people"), (1, "1 person"), (2, "2 people"), (4999, "4999 people"), (5000, "5000+ people")])
    func `a group's text counts its members`(count: Int, text: String) {
        #expect(groupText(GroupState(memberCount: count)) == text)
    }

    @Test(arguments: [0, 1, 3])
    func `a group that was left says only that`(count: Int) {
        #expect(groupText(GroupState(memberCount: count, hasLeft: true)) == "You have left")
    }

    @Test func `the user counts as a member without a name`() {
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
    func `two typing members at most are named`(names: [String], text: String?) {
        #expect(typingText(of: names) == text)
    }
}

@Suite struct FileTextTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (900, "900 bytes"), (1_000, "1 kB"), (1_200_000, "1.2 MB"),
        (2_147_483_648, "2.15 GB"), (1 << 50, "1.13 PB"), (1 << 50 + 1, "size unknown"), (-1, "size unknown"),
        (.min, "size unknown"),
    ])
    func `a size is formatted with units, an impossible one is unknown`(count: Int64, text: String) {
        #expect(ChatEnvironment.test().sizeText(for: count) == text)
    }

    @Test(
        arguments: [
            (.waiting, "Waiting"), (.moving(bytes: 0, of: 0), "0%"), (.moving(bytes: 1, of: 3), "33%"),
            (.moving(bytes: 999, of: 1_000), "99%"), (.moving(bytes: .max, of: .max), "Downloading…"),
            (.complete(path: "x"), nil),
            (.failed(reason: "no"), "no"),
        ] as [(FileTransfer, String?)]
    )
    func `a transfer shows its progress, a complete file shows none`(transfer: FileTransfer, text: String?) {
        #expect(progressText(transfer) == text)
    }
}
