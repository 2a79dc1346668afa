import ChatTypes

/// The name of an effect, by which it is cancelled, replaced or queued.
enum EffectID: Hashable, Sendable {
    case session, unreadTotal, notifications
    case list, pictures
    case suggestions, creation
    case timeline, typing, socket, receipt
    case changes(ChatID)
    case history(ChatID)
}
