import HostKit

/// An action with a name: `/NAME` runs it on the full screen, and the settings can bind it to a key.
struct NamedAction: Sendable {
    let name: String
    let action: KeyAction

    /// The command that runs it.
    var command: String { "/\(name)" }

    /// Returns the action of a command; nil if there is none, or a command of all terminal hosts has this name.
    static func named(_ command: some StringProtocol) -> KeyAction? {
        all.first { $0.command == command }?.action
    }

    /// The actions that have no command in the line mode, by purpose.
    static let all: [NamedAction] =
        moving.map { NamedAction(name: $0.0, action: $0.1) }
        + editing.map { NamedAction(name: $0.0, action: .edit($0.1)) }

    private static let moving: [(String, KeyAction)] =
        [
            ("submit", .submit), ("complete", .complete(isBackward: false)),
            ("complete-backwards", .complete(isBackward: true)), ("select-previous", .selectPrevious),
            ("select-next", .selectNext), ("page-up", .pageUp), ("page-down", .pageDown),
            ("half-page-up", .halfPageUp), ("half-page-down", .halfPageDown), ("top", .top), ("bottom", .bottom),
            ("scroll-up", .scrollUp), ("scroll-down", .scrollDown),
            ("select-message", .selectMessage), ("edit-message", .editMessage), ("delete-message", .deleteMessage),
            ("open-message", .openMessage), ("copy-message", .copyMessage), ("message-details", .messageDetails),
            ("reply-to-message", .replyToMessage), ("react-to-message", .reactToMessage),
            ("forward-message", .forwardMessage),
            ("show-answered", .showAnswered), ("pin-message", .pinMessage), ("open-thread", .openThread),
            ("open-row", .openRow), ("vote-in-poll", .voteInPoll),
            ("search-list", .search), ("find-next", .findNext), ("find-previous", .findPrevious),
            ("stop-typing", .stopTyping), ("type-command", .command), ("add-name", .addName),
            ("next-unread", .nextUnread), ("next-account", .nextAccount), ("next-order", .nextOrder),
            ("list-pane", .toggleList), ("thumbnails", .toggleThumbnails), ("switch", .switcher),
            ("editor", .editExternally), ("redraw", .redraw),
            ("suspend", .suspend),
        ]

    private static let editing: [(String, EditCommand)] =
        [
            ("left", .move(.left)), ("right", .move(.right)), ("word-left", .move(.wordLeft)),
            ("word-right", .move(.wordRight)), ("line-start", .move(.lineStart)), ("line-end", .move(.lineEnd)),
            ("text-start", .move(.textStart)), ("text-end", .move(.textEnd)), ("line-up", .up), ("line-down", .down),
            ("delete-left", .delete(.left)), ("delete-right", .delete(.right)), ("cut-word-left", .kill(.wordLeft)),
            ("cut-to-blank", .kill(.blankLeft)), ("cut-word-right", .kill(.wordRight)),
            ("cut-to-end", .kill(.lineEnd)), ("cut-to-start", .kill(.lineStart)), ("paste", .yank),
            ("paste-previous", .yankPrevious), ("swap", .transpose), ("undo", .undo), ("redo", .redo),
            ("new-line", .type("\n")), ("clear", .clear),
        ]
}
