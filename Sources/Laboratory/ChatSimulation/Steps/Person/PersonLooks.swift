import ChatTypes
import DriverKit
import SimulationKit

/// The app loses focus.
struct PersonLooksAway: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async { await person.actions.setFocus(false) }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        await person.setFocus(false)
    }
}

/// The app gains focus if it had none.
struct PersonLooksBack: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async { await person.actions.setFocus(true) }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async { await person.setFocus(true) }
}

/// The app loses focus briefly.
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
