import BehaviourSuite
import ChatTypes
import DriverKit
import Testing

/// A driver with a planted bug: it forwards gestures and screens of another driver, and changes them.
struct BuggyDriver: AppDriver {
    let base: any AppDriver
    let bug: PlantedBug

    func run() async { await base.run() }

    func perform(_ gesture: Gesture) async {
        for gesture in bug.gestures(gesture) { await base.perform(gesture) }
    }

    func setFocus(_ isFocused: Bool) async {
        if !bug.ignoresFocus { await base.setFocus(isFocused) }
    }

    var screen: Screen {
        get async { bug.screen(await base.screen) }
    }
}

/// A planted bug, and the scenarios that must catch it.
struct PlantedBug: Sendable {
    let name: String
    let scenarios: [String]
    var ignoresFocus = false
    var phone: @Sendable (Phone) -> Phone = { $0 }
    var gestures: @Sendable (Gesture) -> [Gesture] = { [$0] }
    var screen: @Sendable (Screen) -> Screen = { $0 }

    func architecture(of base: Architecture) -> Architecture {
        Architecture(name: name) { phone in BuggyDriver(base: try base.start(self.phone(phone)), bug: self) }
    }
}

extension Screen {
    /// Returns a copy in which the list, form or chat is changed, whichever is on top.
    func changing(
        list changeList: (inout ListScreen) -> Void = { _ in },
        form changeForm: (inout FormScreen) -> Void = { _ in },
        chat changeChat: (inout ChatScreen) -> Void = { _ in }
    ) -> Screen {
        var copy = self
        switch content {
        case .nothing: break
        case .list(var list):
            changeList(&list)
            copy.content = .list(list)
        case .form(var form):
            changeForm(&form)
            copy.content = .form(form)
        case .chat(var chat):
            changeChat(&chat)
            copy.content = .chat(chat)
        }
        return copy
    }

    func changingDeliveries(_ change: (Delivery) -> Delivery) -> Screen {
        changing(chat: { chat in
            for index in chat.rows.indices { chat.rows[index].delivery = change(chat.rows[index].delivery) }
        })
    }
}

extension PlantedBug: CustomTestStringConvertible {
    var testDescription: String { name }
}
