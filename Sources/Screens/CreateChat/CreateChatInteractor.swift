import ChatTypes
import ScreenKit

/// A use case of the form.
enum CreateChatUseCase: UseCase, Equatable {
    /// Looks up names, leaving out those already added.
    case suggest(for: ContactName, besides: [ContactName] = [])
    /// Creates a chat or a group, encrypted as the user wants; `nil` leaves that to the server's default.
    case create(Invitees, isEncrypted: Bool? = nil)

    /// Both wait for the network. Of several lookups that wait, only the newest is needed.
    var queue: String? {
        switch self {
        case .suggest: "suggest"
        case .create: "create"
        }
    }
}

/// The outcome of a use case.
enum CreateChatOutcome: Sendable {
    case suggested([Contact], for: ContactName, besides: [ContactName] = [])
    case created(ChatID)
    case failed(any Error)
}

/// Decides which contacts to suggest, and whether to create a chat or a group.
struct CreateChatInteractor: Interactor {
    static let suggestionLimit = 8

    private let model: any CreateChatModel

    init(model: any CreateChatModel) {
        self.model = model
    }

    func run(_ show: @escaping @Sendable (CreateChatContent) -> Void) async {
        show(CreateChatContent(encryptsNewChats: await model.encryptsNewChats))
    }

    func settle() async {}

    func perform(_ useCase: CreateChatUseCase) async -> CreateChatOutcome {
        switch useCase {
        case .suggest(let name, let added):
            // Suggestions are optional: the form works without them.
            return .suggested((try? await suggestions(for: name, besides: added)) ?? [], for: name, besides: added)
        case .create(let invitees, let isEncrypted):
            do { return .created(try await createChat(with: invitees, isEncrypted)) } catch { return .failed(error) }
        }
    }

    /// One name is a chat, several are a group.
    private func createChat(with invitees: Invitees, _ isEncrypted: Bool?) async throws -> ChatID {
        let names = invitees.names.map(ShownName.typed)
        if names.count == 1 { return try await model.createChat(with: names[0], isEncrypted: isEncrypted) }
        return try await model.createGroup(with: names, title: groupTitle(of: names), isEncrypted: isEncrypted)
    }

    private func suggestions(for name: ContactName, besides added: [ContactName]) async throws -> [Contact] {
        guard name.error == nil else { return [] }
        // The server may match differently, so ask for more than are shown.
        let keys = Set(added.map(\.key))
        return try await model.contacts(matching: name.text, limit: Self.suggestionLimit * 4 + keys.count)
            .filter { !keys.contains(ContactName($0.fullName).key) && !keys.contains(ContactName($0.id.rawValue).key) }
            .suggestions(for: name, limit: Self.suggestionLimit)
    }
}
