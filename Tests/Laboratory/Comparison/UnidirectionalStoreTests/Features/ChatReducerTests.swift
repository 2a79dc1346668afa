import ChatStore
import ChatTypes
import RuntimeKit
import ScreenTesting
import Testing

@testable import UnidirectionalStore

@Suite struct ChatReducerTests {
    private func reduce(
        _ state: inout ChatState,
        _ action: ChatAction,
        _ client: ChatClient = .test()
    ) -> Effect<ChatAction> {
        ChatReducer(client: client).reduce(into: &state, action)
    }

    private func chat(_ timeline: Timeline? = nil) -> ChatState {
        ChatState(id: adasChat, limit: 50, timeline: timeline)
    }

    @Test func `the saved draft is used once`() {
        var state = chat()
        _ = reduce(&state, .loaded(read(timeline(draft: "Dear Ada"))))
        #expect(state.draft == "Dear Ada")
        _ = reduce(&state, .loaded(read(timeline(draft: "Dear"))))
        #expect(state.draft == "Dear Ada")
    }

    @Test func `typed text is saved as the draft`() async {
        let saved = Recorder<String>()
        var state = chat()
        let client = ChatClient.test {
            $0.saveDraft = { text, _ in saved.record(text) }
            $0.noteTyping = { _ in }
        }
        #expect(await reduce(&state, .typed("Hel"), client).actions().isEmpty)
        #expect(saved.values == ["Hel"] && state.draft == "Hel")
    }

    @Test func `sending clears the field and is queued after saving drafts`() async {
        let sent = Recorder<String>()
        var state = chat()
        state.draft = "Hello"
        let client = ChatClient.test { $0.send = { text, _ in sent.record(text) } }
        let effect = reduce(&state, .sendTapped, client)
        #expect(state.draft == "")
        #expect(effect.plan == reduce(&state, .typed("")).plan)
        #expect(await effect.actions().isEmpty)
        #expect(sent.values == ["Hello"])
    }

    @Test func `a text that failed to send returns to the field`() async {
        var state = chat()
        state.draft = "Hello"
        let client = ChatClient.test { $0.send = { _, _ in throw ServiceError.unreachable } }
        for action in await reduce(&state, .sendTapped, client).actions() { _ = reduce(&state, action) }
        #expect(state.draft == "Hello" && state.health.alert == "The server cannot be reached")
    }

    @Test func `an empty message is refused and stays in the field`() {
        var state = chat()
        state.draft = "  "
        #expect(reduce(&state, .sendTapped).plan.isEmpty)
        #expect(state.draft == "  " && state.health.alert == "Please type a message first")
    }

    @Test func `only a failed message is resent`() async {
        let resent = Recorder<MessageID>()
        let failed = message("Lost", from: .me, delivery: .failed(reason: "No"))
        var state = chat(timeline(failed, message("Here", from: .me, delivery: .sent)))
        let client = ChatClient.test { $0.resend = { message, _ in resent.record(message) } }
        _ = await reduce(&state, .rowTapped(failed.id), client).actions()
        #expect(resent.values == [failed.id])
        #expect(reduce(&state, .rowTapped(MessageID("Here"))).plan.isEmpty)
    }

    @Test func `the newest message is marked as read when it is shown`() async {
        let marked = Recorder<MessageID>()
        var state = chat()
        let client = ChatClient.test { $0.markRead = { _, message in marked.record(message) } }
        let news = timeline(message("One", position: Position(1)), message("Two", position: Position(2)))
        _ = await reduce(&state, .loaded(read(news)), client).actions()
        #expect(marked.values == [MessageID("Two")])
        #expect(reduce(&state, .loaded(read(timeline(message("Mine", from: .me))))).plan.isEmpty)
    }

    @Test func `earlier messages are shown if stored, otherwise loaded first`() async {
        var state = chat(timeline(message("One")))
        #expect(reduce(&state, .reachedEnd).plan.isEmpty)
        state.timeline = timeline(message("One"), hasStoredEarlier: true)
        #expect(reduce(&state, .reachedEnd).plan == ["run timeline"])
        #expect(state.limit == 100)
        #expect(reduce(&state, .earlierLoaded).plan == ["run timeline"])
        #expect(state.limit == 150)
    }

    @Test func `a failure to save a draft shows an alert`() async {
        var state = chat()
        let client = ChatClient.test {
            $0.saveDraft = { _, _ in throw StorageProblem.diskFull }
            $0.noteTyping = { _ in }
        }
        for action in await reduce(&state, .typed("Hi"), client).actions() { _ = reduce(&state, action) }
        #expect(state.health.alert != nil && state.draft == "Hi")
    }

    @Test func `the switch mutes the chat and a failure shows an alert`() async {
        let muted = Recorder<Bool>()
        var state = chat()
        let client = ChatClient.test { $0.setMuted = { isMuted, _ in muted.record(isMuted) } }
        #expect(await reduce(&state, .muteSwitched(true), client).actions().isEmpty)
        #expect(muted.values == [true])
        let full = ChatClient.test { $0.setMuted = { _, _ in throw StorageProblem.diskFull } }
        for action in await reduce(&state, .muteSwitched(false), full).actions() { _ = reduce(&state, action) }
        #expect(state.health.alert != nil)
    }

    @Test func `a switch that could not be saved goes back, though its alert is shown already`() async {
        var state = chat(timeline(message("One", from: .me)))
        let full = ChatClient.test { $0.setMuted = { _, _ in throw StorageProblem.diskFull } }
        for _ in 1...2 {
            let effect = reduce(&state, .muteSwitched(true), full)
            #expect(state.isMuted)
            for action in await effect.actions() { _ = reduce(&state, action) }
            #expect(!state.isMuted)
        }
    }

    @Test func `a receipt does not wait for the user's changes`() {
        var state = chat()
        let news = timeline(message("One", position: Position(1)))
        #expect(reduce(&state, .loaded(read(news))).plan == ["run receipt"])
    }

    @Test func `a chat names who is typing`() {
        var state = chat()
        #expect(state.typing == nil)
        _ = reduce(&state, .typistsChanged(["Ada Lovelace"]))
        #expect(state.typing == "Ada Lovelace is typing…")
        _ = reduce(&state, .typistsChanged(["Ada", "Ben"]))
        #expect(state.typing == "Ada and Ben are typing…")
        _ = reduce(&state, .typistsChanged([]))
        #expect(state.typing == nil)
    }

    @Test func `typing is reported to the server, but clearing the field is not`() async {
        let told = Recorder<ChatID>()
        var state = chat()
        let client = ChatClient.test { client in
            client.saveDraft = { _, _ in }
            client.noteTyping = { told.record($0) }
        }
        _ = await reduce(&state, .typed(""), client).actions()
        #expect(told.values.isEmpty)
        _ = await reduce(&state, .typed("H"), client).actions()
        #expect(told.values == [adasChat])
    }

    @Test func `deleting a row deletes its message`() async {
        let removed = Recorder<MessageID>()
        var state = chat(timeline(message("Oops", from: .me, delivery: .sent)))
        let client = ChatClient.test { $0.delete = { message, _ in removed.record(message) } }
        #expect(await reduce(&state, .rowDeleted(MessageID("Oops")), client).actions().isEmpty)
        #expect(removed.values == [MessageID("Oops")])
    }

    @Test func `editing a row edits its message`() async {
        let edited = Recorder<String>()
        var state = chat(timeline(message("Helo", from: .me, delivery: .sent)))
        let client = ChatClient.test { $0.edit = { message, text, _ in edited.record("\(message): \(text)") } }
        #expect(await reduce(&state, .rowEdited(MessageID("Helo"), to: "Hello"), client).actions().isEmpty)
        #expect(edited.values == ["Helo: Hello"])
    }

    @Test func `replying and reacting to a row name its message`() async {
        let done = Recorder<String>()
        var state = chat(timeline(message("Hi")))
        let client = ChatClient.test {
            $0.reply = { text, message, _ in done.record("reply \(text) to \(message)") }
            $0.react = { text, message, _ in done.record("react \(text) to \(message)") }
        }
        #expect(await reduce(&state, .rowAnswered(MessageID("Hi"), text: "Hello"), client).actions().isEmpty)
        #expect(await reduce(&state, .rowReactedTo(MessageID("Hi"), text: "👍"), client).actions().isEmpty)
        #expect(done.values == ["reply Hello to Hi", "react 👍 to Hi"])
    }

    @Test func `a refused edit shows an alert`() async {
        var state = chat(timeline(message("Hello", from: .me, delivery: .sent)))
        let client = ChatClient.test { $0.edit = { _, _, _ in throw TextError.empty } }
        for action in await reduce(&state, .rowEdited(MessageID("Hello"), to: ""), client).actions() {
            _ = reduce(&state, action)
        }
        #expect(state.health.alert == "Please type a message first")
    }
}
