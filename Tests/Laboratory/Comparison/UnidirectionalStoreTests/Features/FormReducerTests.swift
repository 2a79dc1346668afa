import Testing
import Transport

@testable import UnidirectionalStore

@Suite struct FormReducerTests {
    private func reduce(
        _ state: inout FormState,
        _ action: FormAction,
        _ client: ChatClient = .test()
    ) -> Effect<FormAction> {
        FormReducer(client: client).reduce(into: &state, action)
    }

    @Test func `a name is judged at each keystroke`() {
        var state = FormState()
        #expect(state.judged.fault == .empty)
        #expect(reduce(&state, .typed("B")).plan == ["run suggestions"])
        #expect(state.judged.fault == nil)
        #expect(reduce(&state, .typed(" ")).plan == ["cancel suggestions"])
        #expect(state.judged.fault == .empty)
    }

    @Test func `suggestions come for what is typed, and are narrowed down at once`() async {
        let augusta = Contact(id: ContactID("augusta"), name: "Augusta Ada")
        var state = FormState()
        let client = ChatClient.test { $0.contacts = { _, _ in [augusta, ada] } }
        for action in await reduce(&state, .typed("Ada"), client).actions() { _ = reduce(&state, action) }
        #expect(state.suggestions == [ada, augusta])
        _ = reduce(&state, .typed("Ada L"))
        #expect(state.suggestions == [ada])
        _ = reduce(&state, .typed(""))
        #expect(state.suggestions.isEmpty)
    }

    @Test func `without suggestions the form works as well`() async {
        var state = FormState()
        let client = ChatClient.test { $0.contacts = { _, _ in throw ServiceError.unreachable } }
        #expect(await reduce(&state, .typed("Ada"), client).actions().isEmpty)
        #expect(state == FormState(name: "Ada"))
    }

    @Test func `nothing is made of what is no name`() {
        var state = FormState()
        #expect(reduce(&state, .createTapped).plan.isEmpty)
        #expect(state == FormState(alert: "Please provide a contact name"))
    }

    @Test func `a busy form takes neither text nor another tap`() {
        var state = FormState(name: "Ada")
        #expect(reduce(&state, .createTapped).plan == ["run creation"])
        #expect(reduce(&state, .typed("Ben")).plan.isEmpty)
        #expect(reduce(&state, .createTapped).plan.isEmpty)
        #expect(state == FormState(name: "Ada", isBusy: true))
    }

    @Test func `a chat that cannot be made is told of, and may be tried again`() async {
        var state = FormState(name: " Ada ")
        let client = ChatClient.test { client in
            client.createChat = { name in
                #expect(name == "Ada")
                throw ServiceError.unreachable
            }
        }
        for action in await reduce(&state, .createTapped, client).actions() { _ = reduce(&state, action) }
        #expect(state == FormState(name: " Ada ", alert: "The server cannot be reached"))
        #expect(reduce(&state, .createTapped).plan == ["run creation"])
        #expect(state.alert == nil)
    }
}
