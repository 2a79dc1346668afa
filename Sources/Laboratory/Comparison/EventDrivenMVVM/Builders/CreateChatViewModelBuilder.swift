import Transport

/// Builds the form for a new chat.
struct CreateChatViewModelBuilder {
    let router: ChatEventRouter

    func build(from model: AppModel) -> CreateChatViewModel {
        let form = model.form
        return CreateChatViewModel(
            name: form.typed,
            message: form.fault,
            canCreate: form.fault == nil && !form.isBusy,
            isBusy: form.isBusy,
            suggestions: form.suggestions.map(\.name),
            problem: form.problem,
            type: { [router] in router.route(.nameTyped($0)) },
            create: form.isBusy ? nil : { [router] in router.route(.creationAsked) },
            leave: { [router] in router.route(.left) }
        )
    }
}
