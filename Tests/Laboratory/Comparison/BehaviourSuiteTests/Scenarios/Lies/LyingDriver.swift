import BehaviourSuite
import ChatTypes
import Testing

/// A driver with a planted bug: it forwards gestures and screens of another driver, and changes them.
struct LyingDriver: AppDriver {
    let truth: any AppDriver
    let lie: Lie

    func run() async { await truth.run() }

    func perform(_ gesture: Gesture) async {
        for gesture in lie.gestures(gesture) { await truth.perform(gesture) }
    }

    func setFocus(_ isFocused: Bool) async {
        if !lie.ignoresFocus { await truth.setFocus(isFocused) }
    }

    var screen: Screen {
        get async { lie.screen(await truth.screen) }
    }

    var cost: DrawingCost {
        get async { await truth.cost }
    }

    var storageCost: StorageCost {
        get async { await truth.storageCost }
    }
}

/// A planted bug, and the scenarios that must catch it.
struct Lie: Sendable {
    let name: String
    let scenarios: [String]
    var ignoresFocus = false
    var phone: @Sendable (Phone) -> Phone = { $0 }
    var gestures: @Sendable (Gesture) -> [Gesture] = { [$0] }
    var screen: @Sendable (Screen) -> Screen = { $0 }

    func version(of truth: Version) -> Version {
        Version(name: name) { phone in LyingDriver(truth: try truth.start(self.phone(phone)), lie: self) }
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

extension Lie: CustomTestStringConvertible {
    var testDescription: String { name }
}
