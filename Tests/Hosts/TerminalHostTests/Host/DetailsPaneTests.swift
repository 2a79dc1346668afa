import ChatDetails
import ChatTypes
import ScreenKit
import Testing

@testable import TerminalHost

@Suite struct DetailsPaneTests {
    @Test func `who is in a chat is printed when it comes, and when it has changed`() {
        var pane = LineDetailsPane()
        #expect(!pane.isShown)
        let two = state(["You", "Ada"])
        #expect(
            pane.update(to: two) == [
                .screen(.chatDetails, contact: "Trip"), .details(line(["Ada"])),
            ]
        )
        #expect(pane.isShown && pane.update(to: two).isEmpty)
        #expect(pane.update(to: state(["You", "Ada Lovelace"])) == [.details(line(["Ada Lovelace"]))])
        var muted = state(["You", "Ada Lovelace"])
        (muted.isMuted, muted.hasMore) = (true, true)
        var wanted = line(["Ada Lovelace"])
        (wanted.isMuted, wanted.hasMore) = (true, true)
        #expect(pane.update(to: muted) == [.details(wanted)])
    }

    @Test func `what was shared is printed, a line each, and again when more was`() {
        var pane = LineDetailsPane()
        var shared = state(["You", "Ada"])
        shared.files = [ChatDetailsViewState.File(id: MessageID("1"), name: "a\u{202E}.pdf", detail: "")]
        let events = pane.update(to: shared)
        var wanted = line(["Ada"])
        wanted.files = [HostEvent.DetailsLine.File(id: "1", name: "a\u{202E}.pdf")]
        #expect(events.last == .details(wanted))
        let lines = events.last?.text() ?? []
        #expect(lines.last?.hasPrefix("  [a") == true && lines.last?.hasSuffix(".pdf]") == true)
        #expect(!lines.joined().contains("\u{202E}"))
        #expect(pane.update(to: shared).isEmpty)
        shared.files.insert(ChatDetailsViewState.File(id: MessageID("2"), name: "b", detail: ""), at: 0)
        #expect(pane.update(to: shared).count == 1)
    }

    @Test func `a problem is told once`() {
        var pane = LineDetailsPane()
        _ = pane.update(to: state([]))
        var troubled = state([])
        troubled.problem = ScreenProblem(text: "No", number: 1)
        #expect(pane.update(to: troubled) == [.problem("No")])
        #expect(pane.update(to: troubled).isEmpty)
        troubled.problem = ScreenProblem(text: "No", number: 2)
        #expect(pane.update(to: troubled) == [.problem("No")])
    }

    private func state(_ names: [String]) -> ChatDetailsViewState {
        let rows = names.map { ChatDetailsViewState.Row(id: $0 == "You" ? .me : .member(ContactID($0)), name: $0) }
        return ChatDetailsViewState(title: "Trip", subtitle: "2 people", rows: rows)
    }

    private func line(_ names: [String]) -> HostEvent.DetailsLine {
        HostEvent.DetailsLine(contact: "Trip", members: names, text: "2 people")
    }
}
