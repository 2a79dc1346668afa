import ChatTypes
import SimulationKit
import Synchronization

@testable import CreateChat

/// A directory that matches more widely: any name that shares a letter.
final class CreateChatModelFake: CreateChatModel {
    enum Request: Equatable {
        case contacts(String, Int)
        case create(String)
        case createGroup([String], title: String)
    }

    struct State {
        var directory: [Contact] = []
        /// The duration of a lookup, by text.
        var delays: [String: Duration] = [:]
        var creationDelay = Duration.zero
        var directoryFailure: ServiceError?
        var creationFailure: ServiceError?
        var encryptsNewChats: Bool?
        fileprivate(set) var wishes: [Bool?] = []
        fileprivate(set) var requests: [Request] = []
        fileprivate(set) var cancelledCount = 0
    }

    private let state: Mutex<State>
    private let clock: VirtualClock?

    init(_ names: [String] = [], clock: VirtualClock? = nil) {
        state = Mutex(State(directory: names.map { contact($0) }))
        self.clock = clock
    }

    var requests: [Request] { state.withLock { $0.requests } }
    var wishes: [Bool?] { state.withLock { $0.wishes } }
    var cancelledCount: Int { state.withLock { $0.cancelledCount } }

    func change(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        let delay = state.withLock { state in
            state.requests.append(.contacts(text, limit))
            return state.delays[text] ?? .zero
        }
        try await pause(delay)
        return try state.withLock { state in
            if let failure = state.directoryFailure { throw failure }
            let letters = Set(text.lowercased())
            return state.directory.filter { $0.matches(text) || !letters.isDisjoint(with: $0.name.lowercased()) }
        }
    }

    var encryptsNewChats: Bool? { state.withLock { $0.encryptsNewChats } }

    func createChat(with name: String, isEncrypted: Bool?) async throws -> ChatID {
        note(isEncrypted)
        try await create(.create(name))
        return ChatID("chat-\(name)")
    }

    func createGroup(with names: [String], title: String, isEncrypted: Bool?) async throws -> ChatID {
        note(isEncrypted)
        try await create(.createGroup(names, title: title))
        return ChatID("group-\(title)")
    }

    private func note(_ isEncrypted: Bool?) { state.withLock { $0.wishes.append(isEncrypted) } }

    private func create(_ request: Request) async throws {
        let delay = state.withLock { state in
            state.requests.append(request)
            return state.creationDelay
        }
        try await pause(delay)
        if let failure = state.withLock({ $0.creationFailure }) { throw failure }
    }

    private func pause(_ delay: Duration) async throws {
        do {
            if let clock, delay > .zero { try await clock.sleep(for: delay) } else { await Task.yield() }
        } catch {
            state.withLock { $0.cancelledCount += 1 }
            throw error
        }
    }
}
