import ChatTypes
import SharedPictures

/// The pictures of a chat: the selected row and the scroll position.
struct PicturesPanel: Sendable {
    let chat: ChatID
    private(set) var state: SharedPicturesViewState?
    /// The message of the selected picture; nil without rows.
    private(set) var selected: MessageID?
    /// The index of the first row shown.
    private(set) var top = 0

    init(chat: ChatID) {
        self.chat = chat
    }

    private var rows: [SharedPicturesViewState.Row] { state?.rows ?? [] }

    private var selectedIndex: Int? { rows.firstIndex { $0.id == selected } }

    /// Keeps the selected picture, or selects the one that took its place.
    mutating func receive(_ new: SharedPicturesViewState) {
        let index = selectedIndex ?? 0
        state = new
        if selectedIndex == nil { select(index) }
    }

    /// Selects the picture so many rows below or, if negative, above; asks for another page at either end.
    mutating func move(by step: Int) -> [ModelEffect] {
        guard let index = selectedIndex, let state else { return [] }
        select(index + step)
        if step > 0, index + step >= state.rows.count, state.hasMore { return [.pictures(.showMore)] }
        if step < 0, index + step < 0, state.firstNumber > 1 { return [.pictures(.showPrevious)] }
        return []
    }

    private mutating func select(_ index: Int) {
        selected = rows.isEmpty ? nil : rows[max(0, min(index, rows.count - 1))].id
    }

    /// Scrolls so that the selected picture is visible.
    mutating func show(height: Int) {
        let (count, index) = (max(1, height), selectedIndex ?? 0)
        top = max(0, min(top, rows.count - count))
        top = max(index - count + 1, min(top, index))
    }
}
