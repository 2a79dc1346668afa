import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

@Suite struct ChatDraftTests {
    /// Twenty keys; the text grows by one with each.
    private static let texts = (1...20).map { String(repeating: "x", count: $0) }

    @Test func `a draft is shown on entering and gone after sending`() {
        let stage = ChatStage([]) { $0.draft = "so" }
        #expect(stage.view.states == [state(draft: "so")])
        stage.module.send(.draft("so long"))
        stage.module.send(.send("so long"))
        stage.run(for: .seconds(60))
        #expect(stage.model.calls == [.send("so long")])
        #expect(stage.view.last?.draft == "")
        stage.leave()
        #expect(stage.model.draft == "")
    }

    @Test(arguments: Seeds.upTo(50))
    func `a draft is saved when typing pauses, not at each key`(seed: UInt64) {
        let stage = ChatStage([], seed: seed)
        for text in Self.texts {
            stage.module.send(.draft(text))
            stage.run(for: .milliseconds(40))
        }
        #expect(stage.model.calls == [])
        #expect(stage.view.last?.draft.count == 20, "the field's own text is shown at once")
        stage.run(for: .seconds(1))
        #expect(stage.model.calls == [.saveDraft(Self.texts[19])])
        stage.run(for: .seconds(60))
        stage.leave()
        #expect(stage.model.calls.count == 1, "a saved draft is not saved again")
    }

    @Test(arguments: Seeds.upTo(50))
    func `a draft is saved within a second while typing goes on, once a second`(seed: UInt64) {
        let stage = ChatStage([], seed: seed)
        for (index, text) in Self.texts.enumerated() {
            stage.module.send(.draft(text))
            stage.run(for: .milliseconds(200))
            // The text of a second ago at least, so that a killed process loses no more.
            #expect(stage.model.draft.count >= index - 5)
            #expect(stage.model.calls.count <= (index + 1) / 5)
        }
        stage.run(for: .seconds(1))
        #expect(stage.model.draft == Self.texts.last)
        let count = stage.model.calls.count
        #expect((4...5).contains(count))
        stage.run(for: .seconds(60))
        #expect(stage.model.calls.count == count, "nothing has changed")
    }

    @Test(arguments: Seeds.upTo(200))
    func `twenty keys cause a few saves and lose nothing on leaving`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let stage = ChatStage([], seed: seed) {
            $0.writeDelay = .milliseconds(Int64.random(in: 0...300, using: &generator))
        }
        let typed = Self.texts.prefix(Int.random(in: 0...20, using: &generator))
        for text in typed {
            stage.module.send(.draft(text))
            stage.run(for: .milliseconds(Int64.random(in: 0...150, using: &generator)))
        }
        if seed.isMultiple(of: 2) { stage.run(for: .milliseconds(Int64.random(in: 0...900, using: &generator))) }
        stage.leave()
        #expect(stage.model.draft == typed.last ?? "")
        #expect(stage.model.calls.count <= 4)
    }

    @Test(arguments: Seeds.upTo(200))
    func `keys waiting when the screen is left are saved`(seed: UInt64) {
        let stage = ChatStage([], seed: seed)
        if seed.isMultiple(of: 3) {
            stage.model.changeUnseen { $0.writeDelay = .milliseconds(400) }
            stage.module.send(.send("first"))
            stage.run(for: .milliseconds(Int64(seed % 500)))
        }
        for text in Self.texts { stage.module.send(.draft(text)) }
        if seed.isMultiple(of: 2) { stage.run(for: .microseconds(seed % 7)) }
        stage.leave()
        #expect(stage.model.draft == Self.texts.last)
    }

    @Test(arguments: Seeds.upTo(50))
    func `a draft that is saved on leaving waits for the save that is running`(seed: UInt64) {
        let stage = ChatStage([], seed: seed) { $0.writeDelay = .milliseconds(900) }
        stage.module.send(.draft("one"))
        stage.run(for: .milliseconds(700))
        #expect(stage.model.calls == [.saveDraft("one")] && stage.model.draft.isEmpty)
        stage.model.changeUnseen { $0.writeDelay = .zero }
        stage.module.send(.draft("one two"))
        stage.leave()
        #expect(stage.model.draft == "one two", "the older text does not come last")
    }

    @Test func `text typed while a draft is saved is saved after it`() {
        let stage = ChatStage([]) { $0.writeDelay = .milliseconds(900) }
        stage.module.send(.draft("one"))
        stage.run(for: .milliseconds(700))
        #expect(stage.model.calls == [.saveDraft("one")] && stage.model.draft.isEmpty)
        stage.module.send(.draft("one two"))
        stage.run(for: .seconds(5))
        #expect(stage.model.draft == "one two")
    }

    @Test(arguments: Seeds.upTo(200))
    func `a sent text leaves no draft, whatever was being saved`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let stage = ChatStage([], seed: seed) {
            $0.writeDelay = .milliseconds(Int64.random(in: 0...40, using: &generator))
        }
        stage.module.send(.draft("hello"))
        stage.run(for: .milliseconds(Int64.random(in: 460...540, using: &generator)))
        stage.model.changeUnseen { $0.writeDelay = .milliseconds(Int64.random(in: 0...40, using: &generator)) }
        stage.module.send(.send("hello"))
        stage.run(for: .milliseconds(Int64.random(in: 0...100, using: &generator)))
        if seed.isMultiple(of: 2) { stage.module.send(.draft("next")) }
        stage.run(for: .seconds(Int64.random(in: 0...1, using: &generator)))
        stage.leave()
        #expect(stage.model.draft == (seed.isMultiple(of: 2) ? "next" : ""))
    }

    @Test(arguments: [DraftTarget.reply(to: MessageID("1")), .edit(of: MessageID("1"))])
    func `a reply or an edit that is begun is saved beside the draft, and gone once it is sent`(target: DraftTarget) {
        let stage = ChatStage([mine("1")]) { $0.draft = "so" }
        stage.module.send(.unfinished(target, "half"))
        stage.module.send(.draft("so long"))
        stage.run(for: .seconds(1))
        #expect(stage.model.unfinished == [UnfinishedText(target, "half")])
        #expect(stage.model.draft == "so long" && stage.view.last?.unfinished == [UnfinishedText(target, "half")])
        stage.module.send(.unfinished(target, "whole"))
        stage.module.send(target.isEdit ? .edit(MessageID("1"), to: "whole") : .reply(MessageID("1"), "whole"))
        stage.run(for: .seconds(60))
        stage.leave()
        #expect(stage.model.unfinished == [] && stage.model.draft == "so long")
        #expect(stage.model.typingCount == (target.isEdit ? 1 : 3), "an edit is not reported, the draft is")
    }

    @Test(arguments: [DraftTarget.reply(to: MessageID("1")), .edit(of: MessageID("1"))])
    func `a reply or an edit that is begun is saved when the screen is left, and stays if it cannot be sent`(
        target: DraftTarget
    ) {
        let stage = ChatStage([mine("1")])
        stage.module.send(.unfinished(target, "half"))
        stage.run()
        stage.model.change { $0.writeFailure = .diskFull }
        stage.module.send(target.isEdit ? .edit(MessageID("1"), to: "whole") : .reply(MessageID("1"), "whole"))
        stage.run()
        stage.model.change { $0.writeFailure = nil }
        stage.leave()
        #expect(stage.model.unfinished == [UnfinishedText(target, "whole")])
        #expect(stage.model.typingCount == (target.isEdit ? 0 : 1))
    }

    @Test(arguments: [DraftTarget.reply(to: MessageID("1")), .edit(of: MessageID("1"))], [true, false])
    func `a refused reply or edit is shown as begun with the problem, and saved`(target: DraftTarget, isTooLong: Bool) {
        let people = isTooLong ? [] : [ChatMember(id: .member(ContactID("@ben:test")), name: "Ben")]
        let stage = ChatStage([mine("1")]) { $0.encryption = ChatEncryption(changedPeople: people) }
        let text = String(repeating: "long ", count: isTooLong ? 20_000 : 1)
        stage.module.send(.unfinished(target, "long"))
        stage.run()
        stage.module.send(target.isEdit ? .edit(MessageID("1"), to: text) : .reply(MessageID("1"), text))
        stage.run(for: .milliseconds(10))
        #expect(stage.view.last?.problem?.number == 1)
        #expect(stage.view.last?.unfinished == [UnfinishedText(target, text)], "before it is saved")
        stage.run()
        #expect(stage.model.unfinished == [UnfinishedText(target, text)] && stage.model.sends == [])
        stage.module.send(.unfinished(target, "short"))
        stage.run()
        #expect(stage.view.last?.unfinished == [UnfinishedText(target, "short")], "the user goes on with it")
        stage.module.send(.unfinished(target, ""))
        stage.run()
        #expect(stage.view.last?.unfinished == [])
    }

    @Test(arguments: [DraftTarget.reply(to: MessageID("1")), .edit(of: MessageID("1"))])
    func `a reply or an edit that a full disk refuses is shown as begun, until it is sent`(target: DraftTarget) {
        let stage = ChatStage([mine("1")]) { $0.writeFailure = .diskFull }
        let action = target.isEdit ? ChatAction.edit(MessageID("1"), to: "whole") : .reply(MessageID("1"), "whole")
        stage.module.send(action)
        stage.run()
        #expect(stage.view.last?.unfinished == [UnfinishedText(target, "whole")])
        stage.model.change { $0.writeFailure = nil }
        stage.module.send(action)
        stage.run(for: .seconds(60))
        #expect(stage.view.last?.unfinished == [] && stage.model.unfinished == [])
    }

    @Test func `a text that is sent holds up no reply that was begun`() {
        let target = DraftTarget.reply(to: MessageID("1"))
        let stage = ChatStage([theirs("1")])
        for action in [ChatAction.unfinished(target, "half"), .draft("x"), .send("x")] { stage.module.send(action) }
        stage.run(for: .seconds(1))
        #expect(stage.model.unfinished == [UnfinishedText(target, "half")] && stage.model.draft == "")
    }

    @Test func `a draft that cannot be saved holds up no reply that was begun`() {
        let target = DraftTarget.reply(to: MessageID("1"))
        let stage = ChatStage([theirs("1")]) { $0.writeFailure = .diskFull }
        stage.module.send(.draft("so"))
        stage.module.send(.unfinished(target, "half"))
        stage.run()
        stage.leave()
        // All are tried, and all again when the screen is left.
        let saves: [ChatModelFake.Call] = [.saveDraft("so"), .saveUnfinished("half", target)]
        #expect(stage.model.calls == saves + saves)
    }

    @Test func `an unsent and unsaved text is saved once that works`() {
        let stage = ChatStage([])
        stage.module.send(.draft("hello"))
        stage.model.change { $0.writeFailure = .diskFull }
        stage.module.send(.send("hello"))
        stage.run(for: .seconds(5))
        #expect(stage.model.calls == [.send("hello"), .saveDraft("hello")])
        #expect(stage.view.last?.draft == "hello")
        stage.model.change { $0.writeFailure = nil }
        stage.leave()
        #expect(stage.model.draft == "hello")
    }

    @Test func `a draft that could not be saved is saved again by itself`() {
        let stage = ChatStage([]) { $0.writeFailure = .diskFull }
        stage.module.send(.draft("hello"))
        stage.run(for: .seconds(60))
        #expect((5...13).contains(stage.model.calls.count))
        stage.model.change { $0.writeFailure = nil }
        stage.run(for: .seconds(6))
        #expect(stage.model.draft == "hello")
    }

    @Test func `an unsendable text is kept as a draft without being typed`() {
        let stage = ChatStage([]) { $0.writeFailure = .diskFull }
        stage.module.send(.send("hello"))
        stage.run()
        stage.model.change { $0.writeFailure = nil }
        stage.leave()
        #expect(stage.model.draft == "hello")
    }

    @Test(arguments: [("too long", true), ("  ", false)])
    func `a refused text is kept unless it is blank`(text: String, isKept: Bool) {
        let text = isKept ? String(repeating: text, count: 10_000) : text
        let stage = ChatStage([])
        stage.module.send(.send(text))
        stage.run()
        #expect(stage.view.last?.problem?.number == 1)
        stage.leave()
        #expect(stage.model.draft == (isKept ? text : ""))
    }

    @Test(arguments: ["", " \n"])
    func `a refused blank text leaves the draft alone`(text: String) {
        let stage = ChatStage([]) { $0.draft = "hello" }
        stage.module.send(.send(text))
        stage.run(for: .seconds(5))
        #expect(stage.view.last?.draft == "hello" && stage.view.last?.problem?.number == 1)
        #expect(stage.model.draft == "hello")
    }
}
