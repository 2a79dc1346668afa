import SimulationKit
import Testing
import Transport

@testable import EventDrivenMVVM
@testable import OneThread

@Suite struct RequestLineTests {
    private final class Requests {
        var chats: [ChatID] = []
        var answer: ((RequestLine.Outcome) -> Void)?
    }

    private let world: World
    private let queue = MainQueue()
    private let requests = Requests()
    private let line: RequestLine

    init() throws {
        world = try World()
        line = RequestLine(queue: queue, environment: world.environment) { [requests] chat, answer in
            requests.chats.append(chat)
            requests.answer = answer
        }
    }

    @Test func `a chat has one request at a time`() {
        line.start(ada.id)
        line.start(ada.id)
        line.start(ben.id)
        #expect(requests.chats == [ada.id, ben.id])
    }

    @Test func `what is done is followed by the next until nothing is left`() {
        line.start(ada.id)
        requests.answer?(.done)
        requests.answer?(.nothingLeft)
        #expect(requests.chats.count == 2)
        line.start(ada.id)
        #expect(requests.chats.count == 3)
    }

    @Test func `what fails waits for a pause`() {
        line.start(ada.id)
        requests.answer?(.failed(ServiceError.unreachable))
        line.start(ada.id)
        #expect(requests.chats.count == 1)
        #expect(queue.jobs.takeWaiting().count == 1, "a timer runs")
    }
}
