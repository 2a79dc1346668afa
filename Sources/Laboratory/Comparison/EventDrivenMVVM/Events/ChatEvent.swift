import Transport

/// What can happen to the app and its chats, whatever source brings it.
enum ChatEvent {
    // The app and its person.
    case launched
    case focusChanged(isFocused: Bool)
    case opened(ChatID)
    case left
    case searched(String)
    /// A contact's row can be seen, and has no picture yet.
    case contactShown(ContactID)
    case formOpened
    case nameTyped(String)
    case creationAsked

    // Answers to GET.
    case synced(SyncPage)
    case serverReached
    case serverLost(ServiceError)
    case suggested([Contact], for: String)
    case pictureLoaded(Picture, of: ContactID)

    // Answers to POST.
    case created(ChatHeader)
    case creationFailed(reason: String)

    // Push and socket.
    case connectionOpened
    case connectionDropped

    // The clock and the disk.
    case dayTurned
    /// The disk did not take an event.
    case notStored
}
