import Synchronization
import Transport

@testable import CreateChat

final class ViewSpy: CreateChatView {
    private let rendered = Mutex<[CreateChatViewState]>([])
    /// A view may hold its module.
    let module = Mutex<CreateChatModule?>(nil)

    var states: [CreateChatViewState] { rendered.withLock { $0 } }
    var last: CreateChatViewState? { states.last }

    func render(_ state: CreateChatViewState) {
        rendered.withLock { $0.append(state) }
    }
}

final class RouterSpy: CreateChatRouting {
    enum Route: Equatable {
        case showChat(ChatID)
        case leave
    }

    private let posted = Mutex<[Route]>([])

    var routes: [Route] { posted.withLock { $0 } }

    func showChat(_ chat: ChatID) { posted.withLock { $0.append(.showChat(chat)) } }
    func leave() { posted.withLock { $0.append(.leave) } }
}

/// Leaves each answer to the test, which may give them late.
final class CreateChatInteractorFake: CreateChatInteracting {
    private struct State {
        var suggestions: [String: CheckedContinuation<[Contact], any Error>] = [:]
        var creation: CheckedContinuation<ChatID, any Error>?
        var asked: [String] = []
        var created: [String] = []
    }

    private let state = Mutex(State())

    /// What suggestions were asked for, and what chats.
    var asked: [String] { state.withLock { $0.asked } }
    var created: [String] { state.withLock { $0.created } }

    func suggestions(for name: ContactName) async throws -> [Contact] {
        try await withCheckedThrowingContinuation { answer in
            state.withLock { state in
                state.asked.append(name.text)
                state.suggestions[name.text] = answer
            }
        }
    }

    func create(_ name: ContactName) async throws -> ChatID {
        try await withCheckedThrowingContinuation { answer in
            state.withLock { state in
                state.created.append(name.text)
                state.creation = answer
            }
        }
    }

    func answer(_ text: String, with result: Result<[String], ServiceError>) {
        let contacts = result.map { $0.map { contact($0) } }.mapError { $0 as any Error }
        state.withLock { $0.suggestions.removeValue(forKey: text) }?.resume(with: contacts)
    }

    func answerCreation(with result: Result<ChatID, ServiceError>) {
        state.withLock { state in
            defer { state.creation = nil }
            return state.creation
        }?.resume(with: result.mapError { $0 as any Error })
    }

    /// Lets go of whoever still waits.
    func giveUp() {
        for text in asked { answer(text, with: .failure(.unreachable)) }
        answerCreation(with: .failure(.unreachable))
    }
}
