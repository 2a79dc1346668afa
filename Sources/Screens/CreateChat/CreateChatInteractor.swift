import ChatTypes
import ScreenKit

/// What the form's interactor is asked to do.
enum CreateChatUseCase: UseCase, Equatable {
    /// Without those who were added.
    case suggest(for: ContactName, besides: [ContactName] = [])
    case create(Invitees)

    /// Both take as long as the network does; of what was typed meanwhile, only the last needs suggestions.
    var lane: String? {
        switch self {
        case .suggest: "suggest"
        case .create: "create"
        }
    }
}

/// What has come of it.
enum CreateChatOutcome: Sendable {
    case suggested([Contact], for: ContactName, besides: [ContactName] = [])
    case created(ChatID)
    case failed(any Error)
}

/// Decides which contacts to suggest, and whether a chat or a group is made; knows nothing of fields or texts.
struct CreateChatInteractor: Interactor {
    static let suggestionLimit = 8

    private let model: any CreateChatModel

    init(model: any CreateChatModel) {
        self.model = model
    }

    func run(_ show: @escaping @Sendable (NoContent) -> Void) async {}

    func perform(_ useCase: CreateChatUseCase) async -> CreateChatOutcome {
        switch useCase {
        case .suggest(let name, let added):
            // Suggestions are a help: when they cannot be had, the form works without.
            return .suggested((try? await suggestions(for: name, besides: added)) ?? [], for: name, besides: added)
        case .create(let invitees):
            do { return .created(try await createChat(with: invitees)) } catch { return .failed(error) }
        }
    }

    /// Several are a group.
    private func createChat(with invitees: Invitees) async throws -> ChatID {
        let names = invitees.names
        if names.count == 1 { return try await model.createChat(with: names[0]) }
        return try await model.createGroup(with: names, title: invitees.title)
    }

    private func suggestions(for name: ContactName, besides added: [ContactName]) async throws -> [Contact] {
        guard name.fault == nil else { return [] }
        // A directory may understand a text in its own way: more are asked for than are shown.
        let keys = Set(added.map(\.key))
        return try await model.contacts(matching: name.text, limit: Self.suggestionLimit * 4 + keys.count)
            .filter { !keys.contains(ContactName.key(of: $0.name)) }
            .suggestions(for: name, limit: Self.suggestionLimit)
    }
}
