import Transport

/// One screen of the stack.
enum ScreenModel: Equatable {
    case chatList
    case createChat
    case chat(ChatID)
}
