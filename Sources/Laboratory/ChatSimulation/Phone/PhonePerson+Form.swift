import BehaviourSuite
import Transport

extension PhonePerson {
    func take(_ step: Step, onFormOf screen: Screen) async {
        switch step {
        case .leave: await goBack()
        case .type(let name): await perform(.type(OddTexts.names[name % OddTexts.names.count]))
        case .create(let name):
            // One that is being made is waited for.
            guard screen.form?.isBusy == false else { return }
            let name = OddTexts.names[name % OddTexts.names.count]
            await perform(.type(String(name.prefix(2))))
            await perform(.type(name))
            await create(name)
        default: break
        }
    }

    /// Creating a chat leads into it, or the person is told why not.
    private func create(_ name: String) async {
        gaze.turnAnywhere()
        await perform(.create)
        await wait(.milliseconds(100))
        // It is tried for a minute, and the last attempt has time for an answer, too.
        let end = await see(within: .seconds(75)) { screen in
            screen.chat != nil || screen.form.map { !$0.isBusy && ($0.problem != nil || $0.message != nil) } ?? false
        }
        if end?.form != nil { gaze.turnAway() }
        check(.modelAlone, end != nil, "creating a chat with \(name) led nowhere")
    }

    /// What was typed last is what suggestions are for, whatever was typed before.
    func checkSuggestions() async {
        guard await gaze.lookClosely().screen.form?.isBusy == false else { return }
        await perform(.type("Zo"))
        await perform(.type("Ad"))
        let matching = (try? await world.connection.contacts(matching: "Ad", limit: 1000)) ?? []
        let screen = await see { screen in
            let shown = screen.form?.suggestions ?? []
            return shown.count == min(8, matching.count) && Set(shown).isSubset(of: matching.map(\.name))
        }
        check(.modelAlone, screen != nil, "suggestions for Ad are others")
    }
}
