import ChatApp
import ChatSession
import HostKit
import RuntimeKit

/// Performs the effects that wait for the server, one after the other, so that the loop goes on with keys meanwhile.
struct ServerRequests: Sendable {
    private let container: AppContainer
    private let inbox: CoalescingQueue<LoopInput>
    private let waiting = CoalescingQueue<ModelEffect>()

    init(container: AppContainer, inbox: CoalescingQueue<LoopInput>) {
        (self.container, self.inbox) = (container, inbox)
    }

    /// Queues an effect; a notice answers.
    func post(_ effect: ModelEffect) { waiting.post(effect) }

    /// Performs what is queued until the caller's task is cancelled.
    func run() async {
        while !Task.isCancelled {
            for effect in await waiting.takeAll() {
                guard let notice = await perform(effect), !Task.isCancelled else { continue }
                inbox.post(LoopInput(source: .model(.notice(notice))))
            }
        }
    }

    /// Returns what to say of the outcome; nil if a screen shows it.
    private func perform(_ effect: ModelEffect) async -> String? {
        let application = container.application
        switch effect {
        case .ignore(let isIgnored, let name, let chat):
            return await IgnoredPeople(application.session).set(isIgnored, name, in: chat)
        case .showIgnored: return await IgnoredPeople(application.session).list()
        case .changeListed(let chat, let change):
            return await ListedChat(application.session).perform(change, on: chat)
        case .verifyOwn(let device):
            do { try await application.session.verifyOwnDevices(device) } catch { return FailureText.text(of: error) }
            application.showVerification()
            return nil
        default: return nil
        }
    }
}
