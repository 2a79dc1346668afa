import ChatTypes
import DriverKit
import SimulatedServer
import SimulationKit
import Transport

/// The screen of an architecture. ScreenKit has another type of the same name.
typealias PhoneScreen = DriverKit.Screen

/// The simulated user of an architecture, who touches what is on screen and waits for the effect.
struct PhonePerson: Sendable {
    let driver: any AppDriver
    let userView: PhoneUserView
    let world: SimulatedWorld

    var evidence: Evidence { world.evidence }

    /// Performs one step. Ignores a step that does not apply to the screen, has no gesture, or arrives during another
    /// step.
    func take(_ step: any PersonStep) async {
        guard userView.begin() else { return }
        defer { userView.end() }
        let (screen, chat) = await userView.current()
        await step.take(self, seeing: screen, in: chat)
    }

    func setFocus(_ isFocused: Bool) async {
        if isFocused { userView.setFocus(true) }
        await driver.setFocus(isFocused)
        if !isFocused { userView.setFocus(false) }
    }

    func perform(_ gesture: Gesture) async {
        if !userView.isClosed { await driver.perform(gesture) }
    }

    func wait(_ duration: Duration) async {
        try? await world.executor.clock.sleep(for: duration)
    }

    /// Polls until `holds` is true, at growing intervals. Returns `nil` after the time limit and 100 looks, or when
    /// the app is gone.
    func see(within limit: Duration = .seconds(5), where holds: (Screen) -> Bool) async -> Screen? {
        let begin = world.time
        var looks = 0
        while !userView.isClosed {
            let screen = await userView.current().screen
            if holds(screen) { return screen }
            looks += 1
            let passed = world.time - begin
            guard passed < limit || looks < 100 else { return nil }
            await wait(min(max(passed / 8, .milliseconds(5)), .seconds(1)))
        }
        return nil
    }

    /// Counts a check, unless the app has ended meanwhile.
    func check(_ invariant: Invariant, _ holds: Bool, _ detail: @autoclosure () -> String) {
        if !userView.isClosed { evidence.check(invariant, holds, detail()) }
    }

    /// Opens a row of the list, and waits until its chat is drawn.
    func open(_ row: ListScreen.Row) async {
        let chat = ChatID(String(row.id.prefix { $0 != "/" }))
        userView.enter(chat)
        await perform(.open(row: row.id))
        let opened = await see { $0.chat?.title == row.title }
        check(.complete, opened != nil, "tapping \(row.title) does not open its chat")
    }

    /// Leaves the top screen, and waits until the list is drawn.
    func goBack() async {
        await perform(.back)
        let list = await see(within: .seconds(10)) { $0.list != nil }
        check(.complete, list != nil, "there is no way back to the list")
        userView.leaveChat()
    }

    /// Requests earlier messages, and checks that some appear or that the app says why not.
    func loadEarlier(_ state: ChatScreen) async {
        guard state.hasEarlier else { return }
        await perform(.showMore)
        let screen = await see(within: .seconds(130)) { screen in
            guard let chat = screen.chat else { return false }
            return chat.rows.count > state.rows.count || !chat.hasEarlier || chat.problem != nil
        }
        check(.complete, screen != nil, "asking for earlier messages did nothing")
    }

    /// Checks that suggestions match the text typed last, whatever was typed before.
    func checkSuggestions() async {
        guard await userView.current().screen.form?.isBusy == false else { return }
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
