import CreateChat
import ScreenKit
import Transport

extension Person {
    /// Takes a name into the form, and begins with another; names that are none, or one twice, are told of on the way.
    func beginGroup(_ number: Int) async {
        // The simulated homeserver has chats between two alone.
        guard world.matrix == nil, let form = actions.shown.form, form.state?.isBusy != true else { return }
        let names = OddTexts.names
        let (first, second) = (names[number % names.count], names[(number / names.count) % names.count])
        form.module.send(.type(first))
        await form.module.perform(.add)
        form.module.send(.type(second))
        evidence.with { $0.groupCount += 1 }
        await create("\(first) and \(second)", form.module)
    }
}
