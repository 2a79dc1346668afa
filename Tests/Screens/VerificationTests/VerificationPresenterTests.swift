import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import Verification

@Suite struct VerificationPresenterTests {
    private func state(_ stage: DeviceVerification.Stage?, of person: Contact? = ada) -> VerificationViewState {
        VerificationViewState(stage.map { DeviceVerification(person: person, stage: $0) })
    }

    @Test func `each stage is a sentence about the person, who is given with their id`() {
        let sentences: [(DeviceVerification.Stage, String)] = [
            (.waiting, "Waiting for Ada to accept the verification"),
            (.asked, "Ada (@ada:test) asks you to compare emoji"),
            (.ready, "Waiting for the emoji to compare with Ada"),
            (comparing, "The device of Ada must show the same"), (.confirmed, "Waiting for Ada to confirm the emoji"),
            (.done, "Ada is verified"),
            (
                .cancelled(reason: "nobody answered within ten minutes", isSuspicious: false),
                "Ada is not verified: nobody answered within ten minutes"
            ),
        ]
        var presenter = VerificationPresenter()
        for (stage, text) in sentences {
            presenter.receive(content(stage))
            let state = presenter.state()
            #expect(state == VerificationViewState(id: 0, person: "Ada", owner: ada.id, stage: stage, text: text))
        }
        let suspicious = state(.cancelled(reason: "the emoji differ", isSuspicious: true))
        #expect(suspicious.text.hasSuffix("do not trust the other device"))
    }

    @Test func `an own device is called so, and has no id of an owner`() {
        #expect(state(.done, of: nil).text == "Your other device is verified")
        #expect(state(.waiting, of: nil).text == "Waiting for your other device to accept the verification")
        #expect(state(.asked, of: nil).text == "Your other device asks you to compare emoji")
        #expect(state(.ready, of: nil).text == "Waiting for the emoji to compare with your other device")
        #expect(state(comparing, of: nil).text == "Your other device must show the same")
        #expect(state(.confirmed, of: nil).text == "Waiting for your other device to confirm the emoji")
        #expect(state(.done, of: nil).person == "You" && state(.done, of: nil).owner == nil)
    }

    @Test func `without a verification the screen says so, and before the first content shows nothing`() {
        var presenter = VerificationPresenter()
        #expect(presenter.state() == nil)
        presenter.receive(content(nil))
        #expect(presenter.state() == VerificationViewState(text: "No verification is going on"))
    }

    @Test func `a yes or no has the meaning that the shown stage gives it`() {
        let answers: [(DeviceVerification.Stage?, VerificationAnswer?, VerificationAnswer?)] = [
            (nil, nil, nil), (.waiting, nil, .cancel), (.asked, .accept, .cancel), (.ready, nil, .cancel),
            (comparing, .match, .mismatch), (.confirmed, nil, .cancel), (.done, nil, nil),
            (.cancelled(reason: "", isSuspicious: false), nil, nil),
        ]
        for (stage, yes, no) in answers {
            let state = state(stage)
            #expect(state.answer(true) == yes && state.answer(false) == no, "\(String(describing: stage))")
            #expect(state.isQuestion == (yes != nil) && state.goesOn == (no != nil))
        }
    }

    @Test func `only answers that the stage asks for are given, so that a second yes confirms nothing unseen`() {
        var presenter = VerificationPresenter()
        #expect(presenter.handle(.answer(.match)) == [.perform(.answer(.match))], "before the first content")
        presenter.receive(content(.asked))
        #expect(presenter.handle(.answer(.accept)) == [.perform(.answer(.accept, of: 0))])
        #expect(presenter.handle(.answer(.match)) == [] && presenter.handle(.answer(.mismatch)) == [])
        presenter.receive(content(comparing))
        #expect(presenter.handle(.answer(.accept)) == [])
        #expect(presenter.handle(.answer(.match)) == [.perform(.answer(.match, of: 0))])
        #expect(presenter.handle(.answer(.cancel)) == [.perform(.answer(.cancel, of: 0))])
        presenter.receive(content(.done))
        #expect(presenter.handle(.answer(.cancel)) == [])
        #expect(presenter.handle(.leave) == [.follow(.leave)])
    }

    @Test func `an answer to a verification that is not shown any more goes to that one`() {
        var presenter = VerificationPresenter()
        presenter.receive(content(.asked))
        #expect(presenter.handle(.answer(.accept, of: 7)) == [.perform(.answer(.accept, of: 7))])
        #expect(presenter.handle(.answer(.match, of: 0)) == [])
    }

    @Test func `people who ask meanwhile are named with their ids, and yes goes on to them after the end`() {
        let eve = Contact(id: ContactID("@eve:test"), name: "Ada")
        func state(_ stage: DeviceVerification.Stage, _ waiting: [Contact?]) -> VerificationViewState {
            VerificationViewState(DeviceVerification(id: 3, person: ada, stage: stage, waiting: waiting))
        }
        let asked = state(.asked, [eve])
        #expect(asked.text == "Ada (@ada:test) asks you to compare emoji. Meanwhile Ada (@eve:test) asks, too")
        #expect(asked.id == 3 && asked.answer(true) == .accept)
        let done = state(.done, [eve, nil])
        #expect(done.text == "Ada is verified. Meanwhile Ada (@eve:test), your other device ask, too")
        #expect(done.isQuestion && !done.goesOn && done.answer(true) == .next && done.answer(false) == nil)
        #expect(state(.cancelled(reason: "", isSuspicious: false), [nil]).answer(true) == .next)
        #expect(state(.waiting, [eve]).answer(true) == nil)
        var presenter = VerificationPresenter()
        var shown = content(.done)
        shown.window = DeviceVerification(id: 3, person: ada, stage: .done, waiting: [eve])
        presenter.receive(shown)
        #expect(presenter.handle(.answer(.next, of: 3)) == [.perform(.answer(.next, of: 3))])
    }

    @Test func `a refusal is a problem, and the status says whether the server can be reached`() {
        var presenter = VerificationPresenter()
        presenter.receive(content(.waiting, connection: Connection(requests: .failing(.unreachable))))
        _ = presenter.receive(ServiceError.refused(RefusalCode(rawValue: "x"), text: "Not now"))
        #expect(presenter.state()?.problem?.text == "Not now")
        #expect(presenter.state()?.status?.hasPrefix("Offline") == true)
        presenter.receive(content(nil, problem: .cannotRead(.damaged)))
        #expect(presenter.state()?.stage == .waiting && presenter.state()?.problem?.number == 2)
    }
}
