import BehaviourSuite
import SimulationKit
import Transport

/// The app loses its focus.
struct PersonLooksAway: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async { await person.actions.setFocus(false) }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        await person.setFocus(false)
    }
}

/// The app has the focus, if it had not.
struct PersonLooksBack: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async { await person.actions.setFocus(true) }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async { await person.setFocus(true) }
}

/// Looks away for a moment.
struct PersonGlancesAway: PersonStep {
    let milliseconds: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        await person.actions.setFocus(false)
        try? await person.world.executor.clock.sleep(for: .milliseconds(milliseconds))
        await person.actions.setFocus(true)
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        await person.setFocus(false)
        await person.wait(.milliseconds(milliseconds))
        await person.setFocus(true)
    }
}
