/// Where a screen wants to go on the stack.
enum Move: Sendable {
    case push(AppScreen)
    case replace(AppScreen)
    case pop

    /// What it means on a screen; nil when nothing is to be done.
    ///
    /// The list is always there: what would take its place goes above it. Opening the chat that is on top does nothing. Opening it
    /// at another message replaces it, since what is typed there has one field. Opening it from its own details closes them.
    func on(_ screen: AppScreen) -> Move? {
        switch (self, screen) {
        case (.replace(let next), .chatList): .push(next)
        case (.push(let next), .chat(let chat, _)) where next == .chat(chat),
            (.replace(let next), .chat(let chat, _)) where next == .chat(chat):
            nil
        case (.push(let next), .chat(let chat, _)) where next.chat == chat: .replace(next)
        case (.push(let next), .details(let chat)) where next == .chat(chat),
            (.replace(let next), .details(let chat)) where next == .chat(chat):
            .pop
        case (.push(let next), .details(let chat)) where next.chat == chat: .replace(next)
        default: self
        }
    }
}
