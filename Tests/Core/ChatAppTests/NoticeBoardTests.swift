import ChatTypes
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatApp

@Suite struct NoticeBoardTests {
    @Test func `a notice of two sources is passed on once`() {
        let executor = SimulationExecutor(seed: 1)
        let (chat, passed) = (ChatID("chat-ada"), Recorder<[String]>())
        let board = NoticeBoard { chat, receive in receive(ServiceNotice(id: "1", chat: chat, text: "One")) }
        let reading = Task(executorPreference: executor) {
            await board.followNotices { passed.record($0.map(\.text)) }
        }
        executor.run(for: .seconds(1))
        board.add(ServiceNotice(id: "1", chat: chat, text: "One"))
        Task(executorPreference: executor) { await board.connectNotices(of: chat) }
        executor.run(for: .seconds(1))
        board.add(ServiceNotice(id: "2", chat: chat, text: "Two"))
        executor.run(for: .seconds(1))
        #expect(passed.values == [[], ["One"], ["One", "Two"]])
        reading.cancel()
        executor.run(for: .seconds(1))
    }
}
