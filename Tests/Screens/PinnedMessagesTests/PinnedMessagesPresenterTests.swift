import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import PinnedMessages

@Suite struct PinnedMessagesPresenterTests {
    private func presenter(_ content: PinnedMessagesContent) -> PinnedMessagesPresenter {
        var presenter = PinnedMessagesPresenter()
        presenter.receive(content)
        return presenter
    }

    @Test func `pins become rows in their order, and one that is not here says so`() {
        let presenter = presenter(content([pin(2), missing], hasMore: true, rows: RowRange(offset: 50)))
        let last = MessageExcerpt(id: missing.id, text: "a message that is not here")
        let state = PinnedMessagesViewState(
            title: "Ada",
            contact: ada.id,
            rows: [row(2), last],
            firstNumber: 51,
            hasMore: true
        )
        #expect(presenter.state() == state)
    }

    @Test func `a chat without pins shows its title, and one that does not exist shows nothing`() {
        #expect(presenter(content()).state() == PinnedMessagesViewState(title: "Ada", contact: ada.id))
        #expect(presenter(PinnedMessagesContent(request: RowRange(), connection: .well)).state() == nil)
    }

    @Test func `the last page says that earlier pins are not shown once there are as many as are stored`() {
        let offset = Limits.pins - 2
        #expect(presenter(content([pin(1)], rows: RowRange(offset: offset))).state()?.limitText == nil)
        let full = presenter(content([pin(1), pin(2)], rows: RowRange(offset: offset))).state()
        #expect(full?.limitText == "Pins before the last \(Limits.pins) are not shown")
    }

    @Test func `opening leads to a message that is here, and one that is not here is a problem`() {
        var presenter = presenter(content([pin(1), missing]))
        #expect(presenter.handle(.open(MessageID("1"))) == [.follow(.message(MessageID("1")))])
        #expect(presenter.handle(.open(missing.id)).isEmpty)
        #expect(presenter.state()?.problem?.text.hasPrefix("This message is not here") == true)
        #expect(presenter.handle(.leave) == [.follow(.leave)])
    }

    @Test func `a pin is removed where the rights allow it, and elsewhere it is a problem`() {
        var allowed = presenter(content([pin(1)], rights: .pin))
        #expect(allowed.handle(.unpin(MessageID("1"))) == [.perform(.unpin(MessageID("1")))])
        #expect(allowed.state()?.canUnpin == true)
        var refused = presenter(content([pin(1)], rights: .setTopic))
        #expect(refused.handle(.unpin(MessageID("1"))).isEmpty && refused.state()?.canUnpin == false)
        #expect(refused.state()?.problem?.text == "Your role does not allow you to pin messages here")
    }

    @Test func `a refusal by the server is a problem each time`() {
        var presenter = presenter(content([pin(1)]))
        for number in 1...2 {
            #expect(presenter.receive(ServiceError.unreachable).isEmpty)
            #expect(presenter.state()?.problem?.number == number)
        }
        _ = presenter.receive(nil)
        #expect(presenter.state()?.problem?.number == 2)
    }

    @Test func `pages are requested only where there are any`() {
        var alone = presenter(content([pin(1)]))
        #expect(alone.handle(.showMore) == [] && alone.handle(.showPrevious) == [])
        var middle = presenter(content([pin(1)], hasMore: true, rows: RowRange(offset: 50)))
        #expect(middle.handle(.showMore) == [.perform(.showMore)])
        #expect(middle.handle(.showPrevious) == [.perform(.showPrevious)])
    }

    @Test func `an unreadable history keeps the last rows, and the status says whether the server can be reached`() {
        var presenter = presenter(content([pin(1)]))
        presenter.receive(PinnedMessagesContent(request: RowRange(), connection: .well, problem: .cannotRead(.damaged)))
        #expect(presenter.state()?.rows == [row(1)] && presenter.state()?.problem?.number == 1)
        presenter.receive(content(connection: Connection(requests: .failing(.unreachable))))
        #expect(presenter.state()?.status == "Offline, trying again: The server cannot be reached")
    }
}
