import ScreenKit
import Transport

/// What the form for a new chat shows.
struct FormState: Equatable {
    var name = ""
    var suggestions: [Contact] = []
    var isBusy = false
    var alert: String?

    var judged: ContactName { ContactName(name) }
}

enum FormAction: Sendable {
    case typed(String)
    case suggested([Contact])
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
            state.suggestions = name.fault == nil ? state.suggestions.filter { $0.matches(name.text) } : []
            return name.fault == nil ? suggest(name) : .cancel(.suggestions)
        case .suggested(let contacts):
            state.suggestions = contacts.suggestions(for: state.judged, limit: Self.suggestionLimit)
        case .createTapped:
            guard !state.isBusy else { break }
            state.alert = state.judged.fault.map(errorText)
            state.isBusy = state.alert == nil
            if state.isBusy { return create(state.judged) }
        case .failed(let reason): (state.isBusy, state.alert) = (false, reason)
        // Where that leads is for the app to say.
        case .created, .backTapped: break
        }
        return .none
    }

    /// The last keystroke wins. Suggestions are a help: when they cannot be had, the form works without.
    private func suggest(_ name: ContactName) -> Effect<FormAction> {
        .run(.suggestions) { send in
            let found = try? await client.contacts(name.text, Self.suggestionLimit * 4)
            if let found { await send(.suggested(found)) }
        }
    }

    private func create(_ name: ContactName) -> Effect<FormAction> {
        .run(.creation) { send in
            do { await send(.created(try await client.createChat(name.text))) } catch {
                await send(.failed(errorText(error)))
            }
        }
    }
}
