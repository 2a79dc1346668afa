import ChatTypes
import ScreenKit

/// The state of the new chat form.
struct FormState: Equatable {
    var name = ""
    /// The added names, without the typed one.
    var invited = Invitees()
    var suggestions: [Contact] = []
    var isBusy = false
    var alert: String?

    var judged: ContactName { ContactName(name) }
    var invitees: Invitees {
        var invitees = invited
        invitees.typed = judged
        return invitees
    }
}

enum FormAction: Sendable {
    case typed(String)
    case suggested([Contact])
    case addTapped
    case createTapped
    case created(ChatID)
    case failed(String)
    case backTapped
}

struct FormReducer: Sendable {
    static let suggestionLimit = 8

    let client: ChatClient

    func reduce(into state: inout FormState, _ action: FormAction) -> Effect<FormAction> {
        switch action {
        case .typed(let text):
            guard !state.isBusy else { break }
            state.name = text
            let name = state.judged
            state.suggestions = name.error == nil ? state.suggestions.filter { $0.matches(name.text) } : []
            return name.error == nil ? suggest(name) : .cancel(.suggestions)
        case .suggested(let contacts):
            state.suggestions = contacts.suggestions(for: state.judged, limit: Self.suggestionLimit)
        case .addTapped:
            guard !state.isBusy else { break }
            var invitees = state.invitees
            do { try invitees.add() } catch {
                state.alert = errorText(error)
                break
            }
            (state.invited, state.name, state.suggestions) = (invitees, "", [])
            return .cancel(.suggestions)
        case .createTapped:
            guard !state.isBusy else { break }
            state.alert = state.invitees.error.map(errorText)
            state.isBusy = state.alert == nil
            if state.isBusy { return create(state.invitees) }
        case .failed(let reason): (state.isBusy, state.alert) = (false, reason)
        // The app's reducer handles these.
        case .created, .backTapped: break
        }
        return .none
    }

    /// Returns an effect that requests suggestions. The last keystroke wins. Suggestions are optional: the form works
    /// without them if the request fails.
    private func suggest(_ name: ContactName) -> Effect<FormAction> {
        .run(.suggestions) { send in
            let found = try? await client.contacts(name.text, Self.suggestionLimit * 4)
            if let found { await send(.suggested(found)) }
        }
    }

    private func create(_ invitees: Invitees) -> Effect<FormAction> {
        .run(.creation) { send in
            do { await send(.created(try await client.createChat(invitees))) } catch {
                await send(.failed(errorText(error)))
            }
        }
    }
}
