import Chat
import ChatTypes
import Testing

@testable import FullScreenHost

/// A chat to which the user is invited.
@Suite struct InvitationTests {
    private func stage(isEncrypted: Bool = false) -> ModelStage {
        var stage = ModelStage(rows: 12, columns: 110)
        let text = "Eve (@eve:test) invites you to a group"
        stage.openChat(
            ChatViewState(
                title: "Club",
                subtitle: text,
                stateText: text,
                isInvitation: true,
                canWrite: false,
                isEncrypted: isEncrypted,
                lacksEncryption: !isEncrypted
            )
        )
        _ = stage.takeEffects()
        return stage
    }

    @Test(arguments: [true, false])
    func `it says who invites to what, encrypted or not, and which keys answer`(isEncrypted: Bool) {
        var stage = stage(isEncrypted: isEncrypted)
        let rows = stage.rows()
        #expect(rows.contains { $0.contains("Eve (@eve:test) invites you to a group.") })
        #expect(rows.contains { $0.contains(isEncrypted ? "It is encrypted." : "It is not encrypted") })
        #expect(rows.contains { $0.hasPrefix("j joins, d declines, i declines and ignores") })
        #expect(!rows.contains { $0.contains("press Enter") || $0.contains("Enter sends") })
    }

    @Test(arguments: [
        ("j", ModelEffect.chat(.setMembership(.join))), ("d", .chat(.setMembership(.leave))),
        ("i", .ignore(true, nil, in: ada)),
    ])
    func `a key joins, declines or ignores`(key: String, effect: ModelEffect) {
        var stage = stage()
        stage.type(key)
        #expect(stage.takeEffects() == [effect])
    }

    @Test func `the screen of an invitation that was declined is left, and no other`() {
        var stage = stage()
        stage.handle(.declined(bob))
        #expect(stage.takeEffects() == [])
        stage.handle(.declined(ada))
        #expect(stage.takeEffects() == [.chat(.leave)])
    }

    @Test func `a text is neither sent nor lost, and accepts nothing`() {
        var stage = stage()
        stage.type("secret")
        stage.press(Key(.enter))
        let effects = stage.takeEffects()
        #expect(!effects.contains { if case .chat(.send) = $0 { true } else { false } })
        #expect(!effects.contains(.chat(.setMembership(.join))))
        #expect(stage.typed == "secret" && stage.rows().contains { $0.contains("No text accepts an invitation") })
    }
}
