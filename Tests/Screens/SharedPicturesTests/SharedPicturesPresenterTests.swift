import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import SharedPictures

@Suite struct SharedPicturesPresenterTests {
    private var presenter = SharedPicturesPresenter(environment: .test())

    @Test func `pictures become rows in their order, with type and size`() {
        var presenter = presenter
        presenter.receive(content([picture(2), picture(1)], hasMore: true, rows: RowRange(offset: 50)))
        let state = SharedPicturesViewState(title: "Ada", rows: [row(2), row(1)], firstNumber: 51, hasMore: true)
        #expect(presenter.state() == state)
    }

    @Test func `a chat without pictures shows its title alone`() {
        var presenter = presenter
        presenter.receive(content())
        #expect(presenter.state() == SharedPicturesViewState(title: "Ada"))
    }

    @Test func `opening a picture leads to its message, and leaving leads back`() {
        #expect(presenter.handle(.open(MessageID("7"))) == [.follow(.message(MessageID("7")))])
        #expect(presenter.handle(.leave) == [.follow(.leave)])
    }

    @Test func `pages are requested only where there are any`() {
        var presenter = presenter
        #expect(presenter.handle(.showMore) == [] && presenter.handle(.showPrevious) == [])
        presenter.receive(content([picture(1)]))
        #expect(presenter.handle(.showMore) == [] && presenter.handle(.showPrevious) == [])
        presenter.receive(content([picture(1)], hasMore: true, rows: RowRange(offset: 50)))
        #expect(presenter.handle(.showMore) == [.perform(.showMore)])
        #expect(presenter.handle(.showPrevious) == [.perform(.showPrevious)])
    }

    @Test func `a chat that does not exist shows nothing`() {
        var presenter = presenter
        #expect(presenter.state() == nil)
        presenter.receive(SharedPicturesContent(request: RowRange(), connection: .well))
        #expect(presenter.state() == nil)
    }

    @Test func `an unreadable history keeps the last rows and reports the problem once`() {
        var presenter = presenter
        presenter.receive(content([picture(1)]))
        let unreadable = SharedPicturesContent(request: RowRange(), connection: .well, problem: .cannotRead(.damaged))
        for _ in 1...2 {
            presenter.receive(unreadable)
            #expect(presenter.state()?.rows == [row(1)])
            #expect(presenter.state()?.problem?.number == 1)
        }
    }

    @Test func `the status says whether the server can be reached`() {
        var presenter = presenter
        presenter.receive(content(connection: Connection(requests: .failing(.unreachable))))
        #expect(presenter.state()?.status == "Offline, trying again: The server cannot be reached")
        presenter.receive(content())
        #expect(presenter.state()?.status == nil)
    }

    @Test func `only new pictures are built`() {
        var presenter = presenter
        let counts = [[picture(1)], [picture(2), picture(1)]].map { pictures in
            presenter.receive(content(pictures))
            _ = presenter.state()
            return presenter.rowBuildCount
        }
        #expect(counts == [1, 2])
    }
}
