/// What keys mean on each screen, by one table, which help is made from.
enum Keymap {
    /// What a key asks for; nil for one without a meaning here.
    ///
    /// - Parameter isLineEmpty: whether nothing is typed. Some keys then act on the screen instead of the line: Ctrl-k opens
    ///   the switcher where there is nothing to kill, Ctrl-d leaves where there is nothing to delete.
    static func action(for key: Key, on screen: KeyScreen, isLineEmpty: Bool) -> KeyAction? {
        for binding in KeyBinding.all where binding.holds(on: screen, isLineEmpty: isLineEmpty) {
            if let action = binding.action(for: key) { return action }
        }
        if case .text(let scalar) = key.code, key.modifiers.isEmpty { return .edit(.type(String(scalar))) }
        return nil
    }

    /// The keys of a screen by what they are for, in the order in which a person needs them.
    static func sections(on screen: KeyScreen) -> [(title: String, bindings: [KeyBinding])] {
        let parts = [
            ("Here", KeyBinding.choosing + KeyBinding.moving), ("From here", KeyBinding.going),
            ("Typing", KeyBinding.editing + KeyBinding.typing),
        ]
        return parts.map { ($0.0, $0.1.filter { $0.screens.contains(screen) }) }
    }
}
