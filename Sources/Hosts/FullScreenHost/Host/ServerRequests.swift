import ChatApp
import ChatSession
import ChatTypes
import HostKit
import RuntimeKit

/// Performs the effects that wait for the server, one after the other, so that the loop goes on with keys meanwhile.
struct ServerRequests: Sendable {
    private let container: AppContainer
    private let inbox: CoalescingQueue<LoopInput>
    private let waiting = CoalescingQueue<Request>()

    private struct Request {
        let effect: ModelEffect
        let openChat: ChatID?
    }

    init(container: AppContainer, inbox: CoalescingQueue<LoopInput>) {
        (self.container, self.inbox) = (container, inbox)
    }

    /// Queues an effect; a notice answers. An effect without a chat concerns the account of the open chat.
    func post(_ effect: ModelEffect, openChat: ChatID?) { waiting.post(Request(effect: effect, openChat: openChat)) }

    /// Performs what is queued until the caller's task is cancelled.
    func run() async {
        while !Task.isCancelled {
            for request in await waiting.takeAll() {
                guard let notice = await perform(request), !Task.isCancelled else { continue }
                inbox.post(LoopInput(source: .model(.notice(notice))))
            }
        }
    }

    /// Returns what to say of the outcome; nil if a screen shows it.
    private func perform(_ request: Request) async -> String? {
        let application = container.application
        switch request.effect {
        case .ignore(let isIgnored, let name, let chat):
            let session = application.account(of: chat).session
            let (text, isDeclined) = await IgnoredPeople(session).set(isIgnored, name, in: chat?.of(nil))
            if isDeclined, let chat { inbox.post(LoopInput(source: .model(.declined(chat)))) }
            return text
        case .showIgnored: return await IgnoredPeople(application.account(of: request.openChat).session).list()
        case .changeListed(let chat, let change):
            return await ListedChat(application.account(of: chat).session).perform(change, on: chat.of(nil))
        case .verifyOwn(let device, let chat):
            do { try await application.verifyOwnDevices(device, of: chat) } catch { return FailureText.text(of: error) }
            return nil
        default: return nil
        }
    }
}
