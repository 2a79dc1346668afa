import BehaviourSuite
import SimulationKit
import Transport

/// Who uses a version in a session: touches what is on screen, and waits to see what comes of it.
struct PhonePerson: Sendable {
    let driver: any AppDriver
    let gaze: Gaze
    let world: SimulatedWorld

    var evidence: Evidence { world.evidence }

    /// Does one step. One that does not fit the screen does nothing, nor does one for which there is no gesture, nor one
    /// that comes while another is being waited for.
    func take(_ step: Step) async {
        guard gaze.begin() else { return }
        defer { gaze.end() }
        let (screen, chat) = await gaze.lookClosely()
        switch step {
        case .lookAway: await setFocus(false)
        case .lookBack: await setFocus(true)
        case .glance(let milliseconds):
            await setFocus(false)
            await wait(.milliseconds(milliseconds))
            await setFocus(true)
        default:
            switch screen.content {
            case .nothing: break
            case .list(let list): await take(step, on: list)
            case .form: await take(step, onFormOf: screen)
            case .chat(let state): if let chat { await take(step, in: chat, state) }
            }
        }
    }

    func setFocus(_ isFocused: Bool) async {
        if isFocused { gaze.setFocus(true) }
        await driver.setFocus(isFocused)
        if !isFocused { gaze.setFocus(false) }
    }

    func perform(_ gesture: Gesture) async {
        if !gaze.isClosed { await driver.perform(gesture) }
    }

    func wait(_ duration: Duration) async {
        try? await world.executor.clock.sleep(for: duration)
    }

    /// Looks until `holds`, closely at first and a good many times however late it is; nil when that takes too long, or the
    /// app is gone.
    func see(within limit: Duration = .seconds(5), where holds: (Screen) -> Bool) async -> Screen? {
        let begin = world.time
        var looks = 0
        while !gaze.isClosed {
            let screen = await gaze.lookClosely().screen
            if holds(screen) { return screen }
            looks += 1
            let passed = world.time - begin
            guard passed < limit || looks < 100 else { return nil }
            await wait(min(max(passed / 8, .milliseconds(5)), .seconds(1)))
        }
        return nil
    }

    /// Notes that something was not to be seen that should have been, unless the app has gone meanwhile.
    func check(_ invariant: Invariant, _ holds: Bool, _ detail: @autoclosure () -> String) {
        if !gaze.isClosed { evidence.check(invariant, holds, detail()) }
    }

    /// Opens a row of the list, and waits until its chat is drawn.
    func open(_ row: ListScreen.Row) async {
        let chat = ChatID(String(row.id.prefix { $0 != "/" }))
        gaze.turn(to: chat)
        await perform(.open(row: row.id))
        let opened = await see { $0.chat?.title == row.title }
        check(.complete, opened != nil, "tapping \(row.title) does not open its chat")
    }

    /// Leaves the screen on top, and waits until the list is drawn.
    func goBack() async {
        await perform(.back)
        let list = await see(within: .seconds(10)) { $0.list != nil }
        check(.complete, list != nil, "there is no way back to the list")
        gaze.turnAway()
    }

    private func take(_ step: Step, on list: ListScreen) async {
        switch step {
        case .open(let row): if !list.rows.isEmpty { await open(list.rows[row % list.rows.count]) }
        case .create: await perform(.newChat)
        case .search(let word):
            await perform(.search(OddTexts.words[word % OddTexts.words.count]))
            await wait(.milliseconds(300))
            await perform(.search(""))
        case .more: await perform(.showMore)
        default: break
        }
    }
}
