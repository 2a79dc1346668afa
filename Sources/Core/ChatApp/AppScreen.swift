public import Transport

/// An entry of the navigation stack.
public enum AppScreen: Hashable, Sendable {
    case chatList
    case createChat
    case chat(ChatID)
}
