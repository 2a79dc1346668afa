import ChatApp
import ChatSession
import ChatTypes
import Foundation
import HostKit
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import FullScreenHost

/// Effects that wait for the server, on the simulated one.
@Suite struct ServerRequestsTests {
    /// Returns the notices that answer effects, each of which concerns the account of John's chat.
    private func notices(for effects: [ModelEffect]) throws -> [String] {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let container = try AppContainer(clock: executor.clock)
        let inbox = CoalescingQueue<LoopInput>()
        let requests = ServerRequests(container: container, inbox: inbox)
        let tasks = [
            Task(executorPreference: executor) { await container.application.session.run() },
            Task(executorPreference: executor) { await requests.run() },
        ]
        executor.run(for: .seconds(5))
        for effect in effects { requests.post(effect, openChat: john) }
        executor.run(for: .seconds(5))
        for task in tasks { task.cancel() }
        executor.run(for: .seconds(1))
        return inbox.drain().compactMap { if case .model(.notice(let text)) = $0.source { text } else { nil } }
    }

    private let john = ChatID("chat-john")

    @Test func `each request is answered in its order, and a change that is shown needs no answer`() throws {
        let answers = try notices(for: [
            .changeListed(john, .set(.favourite, true)), .ignore(true, nil, in: john), .showIgnored,
            .changeListed(john, .setMembership(.leave)),
        ])
        #expect(answers.prefix(2) == ["People of this server cannot be ignored", "You ignore nobody"])
        #expect(answers.count == 3, "\(answers)")
    }
}
