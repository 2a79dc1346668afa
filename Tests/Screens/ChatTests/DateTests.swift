import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

@Suite struct DateTests {
    private static let day: TimeInterval = 86_400

    /// A message for each day, the last one of today.
    private func days(_ range: ClosedRange<Int>) -> [ChatMessage] {
        range.map { theirs("\($0)", at: Date.noon.addingTimeInterval(Double($0 - 100) * Self.day)) }
    }

    private func text(_ number: Int) -> String {
        let date = Date.noon.addingTimeInterval(Double(number - 100) * Self.day)
        return date.formatted(.iso8601.year().month().day())
    }

    @Test func `showDate loads earlier messages until those of the day are here, and goes to the first`() {
        let stage = ChatStage(days(60...100)) { $0.pages = [days(20...39), days(40...59)] }
        stage.run()
        stage.module.send(.showDate(text(45)))
        stage.run()
        #expect(stage.model.calls.filter { $0 == .loadEarlier }.count == 1)
        #expect(stage.view.last?.mention == .init(message: MessageID("45"), number: 1) && stage.ids.contains("45"))
        #expect(stage.view.last?.isLoadingEarlier == false && stage.view.last?.problem == nil)
    }

    @Test(arguments: [("today", "100"), ("Yesterday", "99")])
    func `showDate of a day whose messages are shown leaves the rows`(day: String, message: String) {
        let stage = ChatStage(days(90...100))
        stage.run()
        let readCount = stage.model.windows.count
        for number in 1...2 {
            stage.module.send(.showDate(day))
            stage.run()
            #expect(stage.view.last?.mention == .init(message: MessageID(message), number: number))
        }
        #expect(stage.ids.count == 11 && stage.model.windows.count == readCount)
    }

    @Test func `showDate goes as far as the history reaches if the server fails, and says so`() {
        let stage = ChatStage(days(60...100)) { state in
            state.pages = [days(20...59)]
            state.pageFailure = .unreachable
        }
        stage.run()
        stage.module.send(.showDate(text(30)))
        stage.run()
        #expect(stage.view.last?.mention?.message == MessageID("60"))
        #expect(stage.view.last?.problem?.text == "The server cannot be reached")
    }

    @Test(arguments: [
        "", "soon", "2026-02-30", "2026-13-01", "1-2", "0000-01-01", "2026-+1-01", "2026-01-01-01", "10000-01-01",
    ])
    func `what is no day is a problem, and asks for nothing`(text: String) {
        var presenter = ChatPresenter(environment: .test())
        presenter.receive(content([theirs("1")]))
        #expect(presenter.handle(.showDate(text)).isEmpty)
        #expect(presenter.state()?.problem?.text == "Write a day as in 2026-11-03, or today, or yesterday")
    }

    @Test func `without a message of the day or after it, showDate goes to the newest end`() {
        let stage = ChatStage(days(60...100))
        stage.run()
        stage.module.send(.showDate(text(150)))
        stage.run()
        #expect(stage.view.last?.problem?.text == "No message is of that day, or newer")
        #expect(stage.view.last?.hasLater == false)
    }
}
