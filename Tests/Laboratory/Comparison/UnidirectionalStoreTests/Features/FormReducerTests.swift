import ChatTypes
import ScreenTesting
import Testing

@testable import UnidirectionalStore

@Suite struct FormReducerTests {
    private func reduce(
        _ state: inout FormState,
        _ action: FormAction,
        _ client: ChatClient = .test()
    ) -> Effect<FormAction> {
        FormReducer(client: client).reduce(into: &state, action)
    }

    @Test func `a name is validated at each keystroke`() {
        var state = FormState()
        #expect(state.judged.error == .empty)
        #expect(reduce(&state, .typed("B")).plan == ["run suggestions"])
        #expect(state.judged.error == nil)
        #expect(reduce(&state, .typed(" ")).plan == ["cancel suggestions"])
        #expect(state.judged.error == .empty)
    }

    @Test func `suggestions match the typed name and are narrowed down at once`() async {
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

    @Test func `the form works without suggestions`() async {
        var state = FormState()
        let client = ChatClient.test { $0.contacts = { _, _ in throw ServiceError.unreachable } }
        #expect(await reduce(&state, .typed("Ada"), client).actions().isEmpty)
        #expect(state == FormState(name: "Ada"))
    }

    @Test func `an invalid name shows an alert and creates nothing`() {
        var state = FormState()
        #expect(reduce(&state, .createTapped).plan.isEmpty)
        #expect(state == FormState(alert: "Please provide a contact name"))
    }

    @Test func `a busy form ignores text and taps`() {
        var state = FormState(name: "Ada")
        #expect(reduce(&state, .createTapped).plan == ["run creation"])
        #expect(reduce(&state, .typed("Ben")).plan.isEmpty)
        #expect(reduce(&state, .createTapped).plan.isEmpty)
        #expect(state == FormState(name: "Ada", isBusy: true))
    }

    @Test func `a failure to create a chat shows an alert and allows another attempt`() async {
        var state = FormState(name: " Ada ")
        let client = ChatClient.test { client in
            client.createChat = { invitees in
                #expect(invitees.names == ["Ada"])
                throw ServiceError.unreachable
            }
        }
        for action in await reduce(&state, .createTapped, client).actions() { _ = reduce(&state, action) }
        #expect(state == FormState(name: " Ada ", alert: "The server cannot be reached"))
        #expect(reduce(&state, .createTapped).plan == ["run creation"])
        #expect(state.alert == nil)
    }

    @Test func `added contacts and the typed one form a group`() async {
        let created = Recorder<[String]>()
        let client = ChatClient.test { client in
            client.createChat = { invitees in
                created.record(invitees.names)
                return adasChat
            }
        }
        var state = FormState(suggestions: [ada])
        for name in ["Ada", "Ben"] {
            _ = reduce(&state, .typed(name))
            #expect(reduce(&state, .addTapped).plan == ["cancel suggestions"])
            #expect(state.name == "" && state.suggestions.isEmpty && state.invitees.error == nil)
        }
        #expect(state.invited.added.map(\.text) == ["Ada", "Ben"])
        _ = reduce(&state, .typed("Cy"))
        let effect = reduce(&state, .createTapped, client)
        _ = reduce(&state, .addTapped)
        #expect(state.name == "Cy", "a busy form takes nobody in")
        _ = await effect.actions()
        #expect(created.values == [["Ada", "Ben", "Cy"]])
    }

    @Test func `a name that cannot be added stays in the field with an alert`() {
        var state = FormState(name: "Ada")
        _ = reduce(&state, .addTapped)
        _ = reduce(&state, .typed("ada"))
        #expect(reduce(&state, .addTapped).plan.isEmpty)
        #expect(state.name == "ada" && state.invited.added.count == 1 && state.alert == "ada was added already")
    }
}
