import Synchronization
import Transport

@testable import Chat

final class ViewSpy: ChatView {
    private let rendered = Mutex<[ChatViewState]>([])
    /// A view may hold its module.
    let module = Mutex<ChatModule?>(nil)

    var states: [ChatViewState] { rendered.withLock { $0 } }
    var last: ChatViewState? { states.last }

    func render(_ state: ChatViewState) {
        rendered.withLock { $0.append(state) }
    }
}

final class RouterSpy: ChatRouting {
    private let left = Mutex(0)

    var leaveCount: Int { left.withLock { $0 } }

    func leave() { left.withLock { $0 += 1 } }
}

/// Answers with the content it is given, and records the use cases.
final class ChatInteractorFake: ChatInteracting {
    enum Call: Equatable {
        case send(String)
        case resend(MessageID)
        case resendFailed
        case loadEarlier
        case see(MessageID)
        case saveDraft(String)
    }

    private struct State {
        var content: Result<ChatContent?, DiskFailure>
        var failure: (any Error)?
        var calls: [Call] = []
    }

    private let state: Mutex<State>
    private let changes = Mailbox<Void>()
    private let loads = Mailbox<ServiceError?>()

    init(_ content: Result<ChatContent?, DiskFailure>) {
        state = Mutex(State(content: content))
    }

    var calls: [Call] { state.withLock { $0.calls } }

    func change(_ content: Result<ChatContent?, DiskFailure>) {
        state.withLock { $0.content = content }
        changes.post(())
    }

    /// Makes every use case fail.
    func fail(with failure: sending (any Error)?) {
        state.withLock { $0.failure = failure }
    }

    /// Ends the earliest page that is being loaded.
    func endLoading(_ failure: ServiceError? = nil) {
        loads.post(failure)
    }

    func follow(_ changed: @escaping @Sendable () -> Void) async {
        while await !changes.takeAll().isEmpty { changed() }
    }

    func content() throws -> ChatContent? { try state.withLock { try $0.content.get() } }

    func send(_ text: String) throws { try record(.send(text)) }
    func resend(_ message: MessageID) throws { try record(.resend(message)) }
    func resendFailed() throws { try record(.resendFailed) }
    func saveDraft(_ text: String) throws { try record(.saveDraft(text)) }
    func see(_ message: MessageID) { state.withLock { $0.calls.append(.see(message)) } }

    func loadEarlier() async throws {
        try record(.loadEarlier)
        if let failure = await loads.takeAll().last ?? nil { throw failure }
    }

    private func record(_ call: Call) throws {
        try state.withLock { state in
            state.calls.append(call)
            if let failure = state.failure { throw failure }
        }
    }
}
