import Transport

/// What a person does with the screens.
extension ModelController {
    /// Returns false when that was known.
    func setFocus(_ isFocused: Bool) -> Bool {
        guard isFocused != model.isFocused else { return false }
        model.isFocused = isFocused
        return true
    }

    /// Puts a screen above the list; returns false when there is one already.
    func open(_ screen: ScreenModel) -> Bool {
        guard model.screens.last == .chatList else { return false }
        model.form = CreateChatModel()
        model.chatProblem = nil
        model.screens.append(screen)
        return true
    }

    /// Takes the screen on top away, but for the list.
    func leave() {
        if model.screens.count > 1 { model.screens.removeLast() }
    }

    func search(_ text: String) {
        (model.list.searchText, model.list.hits, model.list.problem) = (text, [], nil)
        findAgain()
    }

    func typeName(_ text: String) {
        if !model.form.isBusy { model.form.type(text) }
    }

    func suggest(_ contacts: [Contact], for name: String) {
        model.form.suggest(contacts, for: name)
    }

    /// Makes the form busy, unless what it holds is no name.
    func beginCreation() {
        model.form.problem = model.form.fault
        model.form.isBusy = model.form.fault == nil
    }

    /// A chat was made, or found: it takes the form's place.
    func endCreation(with chat: ChatHeader) throws {
        _ = try apply([ChatUpdate(chat: chat)])
        guard model.screens.last == .createChat else { return }
        leave()
        _ = open(.chat(chat.id))
    }

    func endCreation(failing reason: String) {
        (model.form.isBusy, model.form.problem) = (false, reason)
    }
}
