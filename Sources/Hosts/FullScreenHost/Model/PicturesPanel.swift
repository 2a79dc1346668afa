import ChatTypes
import SharedPictures

/// The pictures of a chat: the selected row and the scroll position.
struct PicturesPanel: Sendable {
    let chat: ChatID
    private(set) var state: SharedPicturesViewState?
    private var selection = PagedSelection<MessageID>()

    init(chat: ChatID) {
        self.chat = chat
    }

    private var rows: [SharedPicturesViewState.Row] { state?.rows ?? [] }

    /// The message of the selected picture; nil without rows.
    var selected: MessageID? { selection.selected }

    /// The index of the first row shown.
    var top: Int { selection.top }

    /// Keeps the selected picture, or selects the one that took its place.
    mutating func receive(_ new: SharedPicturesViewState) {
        let index = selection.index(in: rows) ?? 0
        state = new
        if selection.index(in: rows) == nil { selection.select(index, in: rows) }
    }

    /// Selects the picture so many rows below or, if negative, above; asks for another page at either end.
    mutating func move(by step: Int) -> [ModelEffect] {
        guard let state else { return [] }
        let hasPrevious = state.firstNumber > 1
        return switch selection.move(by: step, in: rows, hasPrevious: hasPrevious, hasNext: state.hasMore) {
        case .previous: [.pictures(.showPrevious)]
        case .next: [.pictures(.showMore)]
        case nil: []
        }
    }

    /// Scrolls so that the selected picture is visible.
    mutating func show(height: Int) { selection.scroll(showing: max(1, height), of: rows) }
}
