public import ChatSession
public import CreateChat

/// The session already speaks the form's language.
extension Session: CreateChatModel {}
