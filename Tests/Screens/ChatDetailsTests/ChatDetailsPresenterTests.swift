import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import ChatDetails

@Suite struct ChatDetailsPresenterTests {
    private var presenter = ChatDetailsPresenter(environment: .test())

    @Test func `a group becomes a state with its members, spelled out`() {
        var presenter = presenter
        presenter.receive(content(hasMore: true, notifications: .muted))
        let state = ChatDetailsViewState(
            title: "Walkers",
            subtitle: "3 people",
            rights: "You may \(ChatRights.all.words)",
            rows: [ownRow, row(member("Ada")), row(member("Ben"))],
            hasMore: true,
            notifications: .muted,
            canLeave: true
        )
        #expect(presenter.state() == state)
    }

    @Test func `a chat of two shows the contact alone and no member count`() {
        var presenter = presenter
        presenter.receive(contentBetweenTwo)
        let row = ChatDetailsViewState.Row(id: .contact, name: "Ada")
        #expect(presenter.state() == ChatDetailsViewState(title: "Ada", contact: ada.id, rows: [row], canLeave: true))
    }

    @Test func `shared files are shown with type and size in the order read`() {
        var presenter = presenter
        presenter.receive(content(files: [file("b.pdf", byteCount: 1_200_000), file("a.png", type: "image/png")]))
        let files = [
            ChatDetailsViewState.File(id: MessageID("b.pdf"), name: "b.pdf", detail: "application/pdf, 1.2 MB"),
            ChatDetailsViewState.File(id: MessageID("a.png"), name: "a.png", detail: "image/png, 9 bytes"),
        ]
        #expect(presenter.state()?.files == files)
    }

    @Test func `a group that was left says so and cannot be left again`() {
        var presenter = presenter
        presenter.receive(content([member("Ada")], count: 1, hasLeft: true))
        #expect(presenter.state()?.subtitle == "You have left")
        #expect(presenter.state()?.rows == [row(member("Ada"))])
        #expect(presenter.state()?.canLeave == false)
        #expect(presenter.handle(.leaveChat) == [])
    }

    /// The content of a group with a standing.
    private func groupContent(_ standing: ChatStanding, hasMoreFiles: Bool = false) -> ChatDetailsContent {
        let window = ChatDetailsWindow(
            contact: walkers,
            group: GroupState(memberCount: 3),
            standing: standing,
            distinction: "#walkers:test",
            hasMoreFiles: hasMoreFiles
        )
        return ChatDetailsContent(window: window, connection: .well)
    }

    @Test func `a group that the user was put out of says why, and names no rights`() {
        var presenter = presenter
        presenter.receive(groupContent(ChatStanding(state: .removed(by: "Eve", reason: "spam"), topic: "Walks")))
        let state = presenter.state()
        #expect(state?.subtitle == "Eve removed you (spam)" && state?.stateText == "Eve removed you (spam)")
        #expect(state?.rights == nil && state?.topic == "Walks" && state?.distinction == "#walkers:test")
        presenter.receive(groupContent(ChatStanding(rights: [])))
        #expect(presenter.state()?.rights == nil && presenter.state()?.subtitle == "3 people")
    }

    @Test func `a group that was just left says so, whatever the history still says`() {
        var presenter = presenter
        presenter.receive(groupContent(ChatStanding(state: .invited(by: "Eve", toGroup: true))))
        #expect(presenter.state()?.subtitle == "Eve invites you to a group")
        _ = presenter.handle(.leaveChat)
        _ = presenter.receive(.left(failure: nil))
        #expect(presenter.state()?.subtitle == "You have left")
    }

    @Test func `roles from moderator on are named`() {
        let roles = [0, 49, 50, 99, 100].map { MemberRole(rawValue: $0) }
        let members = roles.map { ChatMember(id: .member(ContactID("\($0.rawValue)")), name: "M", role: $0) }
        var presenter = presenter
        presenter.receive(content(members))
        let names = [nil, nil, "moderator", "moderator", "administrator"]
        #expect(presenter.state()?.rows.map(\.role) == names)
    }

    @Test func `a change that the role does not allow is refused at once`() {
        var presenter = presenter
        presenter.receive(groupContent(ChatStanding(rights: .invite)))
        #expect(presenter.handle(.change(.rename("Mine"))).isEmpty)
        #expect(presenter.state()?.problem?.text == "Your role does not allow you to change the title here")
        #expect(presenter.handle(.change(.invite("Eve"))) == [.perform(.change(.invite("Eve")))])
    }

    @Test func `a page of files follows although no members do`() {
        var presenter = presenter
        presenter.receive(groupContent(ChatStanding(), hasMoreFiles: true))
        #expect(presenter.state()?.hasMore == true && presenter.handle(.showMore) == [.perform(.showMore)])
    }

    @Test func `a missing chat shows nothing unless there is a problem`() {
        var presenter = presenter
        #expect(presenter.state() == nil)
        presenter.receive(ChatDetailsContent(window: nil, connection: .well))
        #expect(presenter.state() == nil)
        #expect(presenter.handle(.leaveChat) == [], "there is nothing to leave")
        _ = presenter.receive(.failed(StorageProblem.diskFull))
        let problem = ScreenProblem(text: "the disk is full", number: 1)
        #expect(presenter.state() == ChatDetailsViewState(problem: problem))
    }

    @Test func `an unreadable history keeps the last rows and is reported once`() {
        var presenter = presenter
        presenter.receive(content())
        for _ in 1...2 {
            presenter.receive(ChatDetailsContent(window: nil, connection: .well, problem: .cannotRead(.damaged)))
            #expect(presenter.state()?.rows.count == 3)
            #expect(presenter.state()?.problem?.number == 1)
        }
    }

    @Test func `the state numbers its first row, and showPrevious works only after it`() {
        var presenter = presenter
        presenter.receive(content())
        #expect(presenter.handle(.showPrevious) == [] && presenter.state()?.firstNumber == 1)
        var later = content()
        later.request.members.offset = 50
        presenter.receive(later)
        #expect(presenter.state()?.firstNumber == 51 && presenter.state()?.firstFileNumber == 1)
        #expect(presenter.handle(.showPrevious) == [.perform(.showPrevious)])
        later.request = ChatDetailsRequest(
            members: RowRange(limit: 50),
            files: RowRange(offset: 100, limit: 200)
        )
        presenter.receive(later)
        #expect(presenter.state()?.firstNumber == 1 && presenter.state()?.firstFileNumber == 101)
        #expect(presenter.handle(.showPrevious) == [.perform(.showPrevious)])
    }

    @Test func `only changed members and files are built`() {
        var presenter = presenter
        let counts = [
            content(files: [file("a")]), content(files: [file("b"), file("a")]), content(notifications: .muted),
        ].map {
            presenter.receive($0)
            _ = presenter.state()
            return presenter.rowBuildCount
        }
        #expect(counts == [4, 5, 5])
    }

    @Test func `the status says whether the server can be reached`() {
        var presenter = presenter
        presenter.receive(content(connection: Connection()))
        #expect(presenter.state()?.status == "Connecting…")
        presenter.receive(content())
        #expect(presenter.state()?.status == nil)
    }
}

@Suite struct ChatDetailsActionTests {
    private var presenter = ChatDetailsPresenter(environment: .test())

    @Test func `each action calls for its use cases and routes`() {
        var presenter = presenter
        #expect(presenter.handle(.setNotifications(.muted)) == [.perform(.setNotifications(.muted))])
        #expect(presenter.handle(.setNotifications(.mentions)) == [.perform(.setNotifications(.mentions))])
        #expect(presenter.handle(.leave) == [.follow(.leave)])
    }

    @Test func `showMore does nothing unless there are more members`() {
        var presenter = presenter
        #expect(presenter.handle(.showMore) == [])
        presenter.receive(content(hasMore: false))
        #expect(presenter.handle(.showMore) == [])
        presenter.receive(content(hasMore: true))
        #expect(presenter.handle(.showMore) == [.perform(.showMore)])
    }

    @Test func `leaveChat asks once and shows isLeaving until the server answers`() {
        var presenter = presenter
        presenter.receive(content())
        #expect(presenter.handle(.leaveChat) == [.perform(.leaveChat)])
        #expect(presenter.handle(.leaveChat) == [])
        #expect(presenter.state()?.isLeaving == true && presenter.state()?.canLeave == false)
        #expect(presenter.state()?.subtitle == "3 people")
        #expect(presenter.receive(.left(failure: nil)) == [], "the screen stays")
        #expect(presenter.state()?.isLeaving == false && presenter.state()?.canLeave == false)
    }

    @Test func `a user who left stays out until the history says otherwise`() {
        var presenter = presenter
        func subtitle(_ content: ChatDetailsContent) -> String? {
            presenter.receive(content)
            return presenter.state()?.subtitle
        }
        presenter.receive(content())
        _ = presenter.handle(.leaveChat)
        _ = presenter.receive(.left(failure: nil))
        #expect(presenter.state()?.subtitle == "You have left")
        #expect(subtitle(content()) == "You have left", "read before the answer")
        #expect(subtitle(content(count: 2, hasLeft: true)) == "You have left")
        #expect(presenter.state()?.canLeave == false)
        #expect(subtitle(content()) == "3 people", "the user was added again")
        #expect(presenter.handle(.leaveChat) == [.perform(.leaveChat)])
    }

    @Test func `a history that says the user left, or is back, counts before the server's answer`() {
        var presenter = presenter
        presenter.receive(content())
        _ = presenter.handle(.leaveChat)
        presenter.receive(content(count: 2, hasLeft: true))
        _ = presenter.receive(.left(failure: nil))
        #expect(presenter.state()?.subtitle == "You have left" && presenter.state()?.canLeave == false)
        presenter.receive(content())
        #expect(presenter.state()?.subtitle == "3 people" && presenter.state()?.canLeave == true)
    }

    @Test func `a user added again before the server answered is in the group`() {
        var presenter = presenter
        presenter.receive(content())
        _ = presenter.handle(.leaveChat)
        presenter.receive(content(count: 2, hasLeft: true))
        presenter.receive(content())
        _ = presenter.receive(.left(failure: nil))
        #expect(presenter.state()?.subtitle == "3 people" && presenter.state()?.canLeave == true)
    }

    @Test func `a chat of two is left when the server has answered`() {
        var presenter = presenter
        presenter.receive(contentBetweenTwo)
        #expect(presenter.handle(.leaveChat) == [.perform(.leaveChat)])
        _ = presenter.receive(.left(failure: nil))
        presenter.receive(contentBetweenTwo)
        #expect(presenter.state()?.subtitle == "You have left" && presenter.state()?.canLeave == false)
        #expect(presenter.handle(.leaveChat) == [])
    }

    @Test func `each refusal to leave is a problem and can be retried`() {
        var presenter = presenter
        presenter.receive(content())
        for number in 1...2 {
            #expect(presenter.handle(.leaveChat) == [.perform(.leaveChat)])
            _ = presenter.receive(.left(failure: ServiceError.refused(.noMembership, text: "Nobody leaves")))
            #expect(presenter.state()?.problem == ScreenProblem(text: "Nobody leaves", number: number))
            #expect(presenter.state()?.subtitle == "3 people" && presenter.state()?.isLeaving == false)
        }
    }

    @Test func `a mute that cannot be saved is a problem`() {
        var presenter = presenter
        presenter.receive(content())
        #expect(presenter.receive(.done) == [])
        #expect(presenter.state()?.problem == nil)
        #expect(presenter.receive(.failed(StorageProblem.diskFull)) == [])
        #expect(presenter.state()?.problem?.text == "the disk is full")
    }
}
