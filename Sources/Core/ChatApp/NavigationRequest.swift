/// Where a screen wants to go on the stack.
enum NavigationRequest: Sendable {
    case push(AppScreen)
    case replace(AppScreen)
    case pop

    /// Where it leads from the screen on top of `stack`; nil when nothing is to be done.
    ///
    /// The list is always there: what would take its place goes above it. What takes the place of a chat's details takes the
    /// chat's own. A chat that is on the stack already is returned to, since what is typed there has one field; at another of
    /// its messages it is shown in its own place.
    func destination(on stack: [AppScreen]) -> Destination? {
        let destination =
            switch self {
            case .push(let next): known(next, on: stack) ?? Destination(depth: stack.count, next: next)
            case .replace(let next):
                known(next, on: stack) ?? Destination(depth: max(1, below(stack).count), next: next)
            case .pop: Destination(depth: max(1, stack.count - 1))
            }
        return destination == Destination(depth: stack.count) ? nil : destination
    }

    /// What stays when the screen on top is replaced.
    private func below(_ stack: [AppScreen]) -> [AppScreen] {
        if case .details = stack.last { stack.dropLast(2) } else { stack.dropLast() }
    }

    /// Where it is on the stack already, if it is a chat that is.
    private func known(_ screen: AppScreen, on stack: [AppScreen]) -> Destination? {
        guard let chat = screen.chat, let index = stack.firstIndex(where: { $0.chat == chat }) else { return nil }
        return screen == .chat(chat) ? Destination(depth: index + 1) : Destination(depth: index, next: screen)
    }
}

/// Where a move leads: some screens stay, and another one may be shown above them.
struct Destination: Equatable, Sendable {
    /// How many stay.
    let depth: Int
    var next: AppScreen?
}
