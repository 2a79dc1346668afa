import Transport

/// Names what goes on, so that it can be ended, replaced or waited for.
enum EffectID: Hashable, Sendable {
    case session, unreadTotal, notifications
    case list, pictures
    case suggestions, creation
    case timeline, typing, socket
    case changes(ChatID)
    case history(ChatID)
}
