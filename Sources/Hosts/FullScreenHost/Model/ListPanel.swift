import ChatList
import ChatTypes
import HostKit

/// The list of chats or search results: the selected row, the scroll position and whether a search is on.
struct ListPanel: Panel {
    private(set) var state: ChatListViewState?
    private var selection = PagedSelection<ChatSummary.ID>()
    /// The latest rows outside a search.
    private(set) var chats: [ChatListViewState.Row] = []
    private(set) var isSearching = false
    private var opensFirstResult = false
    private var reportedRows: [ChatSummary.ID] = []

    var rows: [ChatListViewState.Row] { state?.rows ?? [] }

    /// The order of the chats.
    var order: ChatOrder { state?.order ?? .favourites }

    /// The selected row; nil until there are rows.
    var selected: ChatSummary.ID? { selection.selected }

    /// The index of the first row shown.
    var top: Int { selection.top }

    /// The number of rows of cells for each row: results always show their text.
    func rowHeight(in settings: Settings) -> Int { state?.searchText.isEmpty == false ? 2 : settings.listRowHeight }

    var selectedIndex: Int? { selection.index(in: rows) }

    var selectedRow: ChatListViewState.Row? { selectedIndex.map { rows[$0] } }

    /// Forgets all rows; a search stays on.
    mutating func restart() {
        let search = (isSearching, opensFirstResult)
        self = ListPanel()
        (isSearching, opensFirstResult) = search
    }

    mutating func receive(_ new: ChatListViewState) {
        // A search and the list begin with their own first row selected.
        let isOther =
            new.searchText != state?.searchText || new.account != state?.account || new.order != state?.order
            || new.space?.id != state?.space?.id || new.isOfDrafts != state?.isOfDrafts
        if isOther { selection.selected = nil }
        state = new
        if new.searchText.isEmpty, !new.isSearching { chats = new.rows }
        if selectedIndex == nil { selection.select(0, in: rows) }
    }

    /// Selects the row so many rows below or, if negative, above; asks for another page at either end.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        guard let state else { return [] }
        let hasPrevious = state.firstNumber > 1
        return switch selection.move(by: step, in: rows, hasPrevious: hasPrevious, hasNext: state.hasMore) {
        case .previous: [.list(.showPrevious)]
        case .next: [.list(.showMore)]
        case nil: []
        }
    }

    mutating func select(_ index: Int) { selection.select(index, in: rows) }

    /// Selects the first row of a chat, unless one of its rows is selected.
    mutating func select(_ chat: ChatID) {
        if let row = rows.first(where: { $0.id.chat == chat }), selected?.chat != chat {
            selection.selected = row.id
        }
    }

    /// Scrolls so that the selected row is visible, and reports the visible rows if they have changed.
    mutating func show(height: Int, rowHeight: Int) -> [ModelEffect] {
        selection.scroll(showing: max(1, height / rowHeight), of: rows)
        // A row cut at the bottom counts: its picture shows.
        let visible = rows.dropFirst(top).prefix((height + rowHeight - 1) / rowHeight).map(\.id)
        guard visible != reportedRows, !visible.isEmpty else { return [] }
        reportedRows = visible
        return [.list(.rowsVisible(visible))]
    }

    // MARK: - Drawing

    mutating func page(by pages: Int, isHalf: Bool, in context: DrawingContext) -> [ModelEffect] {
        let rowHeight = rowHeight(in: context.settings)
        return move(by: context.step(ofPages: pages, isHalf: isHalf, rowHeight: rowHeight), in: context)
    }

    var status: String? { state?.status }

    var prompt: String { isSearching ? "Search: " : "> " }

    func hints(hasViKeys: Bool) -> [String] {
        if isSearching {
            return [
                "Enter opens the message, Up and Down select, Esc ends the search",
                "Enter opens the message, Esc ends the search", "Enter opens, Esc ends",
            ]
        }
        if hasViKeys {
            return [
                "i opens, j and k select, / searches, : begins a command, F1 helps", "i opens, / searches, F1 helps",
            ]
        }
        return [
            "Enter opens, Ctrl-f searches, Alt-n starts a chat, Alt-a goes to the next unread, F1 helps",
            "Enter opens, Ctrl-f searches, Alt-n starts a chat, F1 helps", "Enter opens, F1 helps",
        ]
    }

    /// Draws, beside the list, the selected search result or the first keys to know.
    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        guard context.layout.list != nil else { return PanelReport() }
        if isSearching, let row = selectedRow {
            draw(result: row, with: &drawing)
            drawing.highlight(state?.searchText.searchWords ?? [], in: context.layout.main.withHeading.body)
        } else {
            drawing.drawWelcome(HelpLines.welcome(in: context))
        }
        return PanelReport()
    }

    /// Draws the selected search result in full.
    private func draw(result row: ChatListViewState.Row, with drawing: inout FrameDrawing) {
        drawing.heading("\(TerminalText.name(row.title)), \(TerminalText.oneLine(row.time))", in: drawing.layout.main)
        let writer = TerminalText.name(row.sender ?? row.title, of: row.author, columns: 20)
        let author = row.author.map { $0 == .me ? "You: " : "\(writer): " } ?? ""
        let style = row.author == .me ? drawing.theme.mine : drawing.theme.author(row.sender ?? row.title)
        drawing.draw(
            StyledLine.wrap(
                TerminalText.oneLine(row.preview),
                columns: drawing.layout.main.columns.count - 1,
                after: StyledLine(indent: 2, spans: [Span(author, style)]),
                indent: 4,
                style: drawing.theme.plain
            )
        )
    }

    // MARK: - Search

    mutating func beginSearch() { isSearching = true }

    mutating func endSearch() { (isSearching, opensFirstResult) = (false, false) }

    /// Returns whether the results for a text are shown. If not, the first one is to be opened when they arrive.
    mutating func awaitResults(for text: String) -> Bool {
        opensFirstResult = !hasResults(for: text)
        return !opensFirstResult
    }

    /// Whether the user pressed Enter before the results for a text arrived that are shown now.
    func opensResults(for text: String) -> Bool { opensFirstResult && hasResults(for: text) }

    /// Opens nothing when results arrive.
    mutating func stopAwaiting() { opensFirstResult = false }

    private func hasResults(for text: String) -> Bool {
        state.map { !$0.isSearching && $0.searchText == text } ?? false
    }
}
