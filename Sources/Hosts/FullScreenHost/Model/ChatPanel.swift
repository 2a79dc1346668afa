import Chat
import ChatTypes
import HostKit
import RuntimeKit
import ScreenKit

/// The size and style of the terminal, and the environment that texts are made in.
struct DrawingContext: Sendable {
    let layout: Layout
    let theme: Theme
    let environment: ChatEnvironment
    var settings = Settings()
    /// Problems in the settings file, which help shows.
    var settingsProblems: [String] = []
    /// Whether the contacts are simulated.
    var isSimulated = true
    /// The words of a search whose messages the open chat shows.
    var soughtWords: [String] = []
    /// The typed texts, for the signs of drafts.
    var composer = Composer()
    /// The pictures that are drawn.
    var shelf = PictureShelf()

    /// The height of the main area below its heading.
    var height: Int { layout.main.withHeading.body.rows.count }

    /// The number of rows of a height that whole pages, or halves of them, move by.
    func step(ofPages pages: Int, isHalf: Bool, rowHeight: Int = 1) -> Int {
        pages * max(1, height / rowHeight / (isHalf ? 2 : 1))
    }
}

extension ChatViewState {
    /// Whether the chat has been read from the history; only a problem may be shown before.
    var isRead: Bool { !title.isEmpty || !rows.isEmpty }
}

/// An open chat: its scroll position, the messages reported as visible, and the text being sent.
struct ChatPanel: Panel {
    let chat: ChatID
    private(set) var state: ChatViewState?
    /// The rows down to the last one visible when Enter was pressed; commands count messages among these.
    private(set) var countedRows: ArraySlice<ChatViewState.Row> = []
    private var viewport = Viewport.newest
    private var reported: (visible: MessageID?, newest: MessageID?) = (nil, nil)
    /// The newest row that was visible, or the last row when the chat's end was first loaded.
    private var newestKnown: MessageID?
    private var textBeingSent: String?
    /// The message that is on its way to the rows, to be selected.
    private var sought: MessageID?
    /// Whether the first unread message is on its way to the rows.
    private var isGoingToUnread = false
    /// Whether the first row is scrolled to when earlier ones arrive, until the first message of all is here.
    private(set) var goesToTop = false
    /// The selected message, which keys act on; nil while keys type.
    private(set) var selected: MessageID?
    /// The message whose text is in the line.
    private(set) var editing: MessageID?
    /// Whether the line holds a text to find.
    private(set) var isFinding = false
    /// The names of a group's other members, as far as they are known.
    private(set) var members: [String] = []
    /// The width of the longest name known when the chat was opened. It stays, since the texts would move with it.
    private var longestName: Int?
    /// The answer to a message that is in the line.
    private(set) var answer: Answer?
    /// The edited message until the presenter answers.
    private var editBeingSent: MessageID?
    /// The message whose edit was accepted with the last state.
    private(set) var savedEdit: MessageID?
    /// The reply that was sent, until the presenter answers.
    private var replyBeingSent: UnfinishedText?
    /// The reply that was refused with the last state.
    private(set) var refusedReply: UnfinishedText?
    /// The places of the messages' pictures.
    private var pictures: [MessageID: PicturePlace] = [:]

    init(chat: ChatID) {
        self.chat = chat
    }

    /// Remembers a text until the presenter accepts or refuses it.
    mutating func send(_ text: String) { textBeingSent = text }

    /// Remembers a reply until the presenter accepts or refuses it, and ends it in the line.
    mutating func send(_ reply: UnfinishedText) {
        replyBeingSent = reply
        set(nil)
    }

    /// - Parameter files: the pictures in complete files, by their paths; nil if no pictures are shown.
    /// - Returns: the text that was being sent, if it was refused.
    mutating func receive(_ new: ChatViewState, files: [String: RasterPicture]? = nil) -> String? {
        defer { state = new }
        notePlaces(of: new.rows, files)
        // A refused action may be shown before the rows.
        let isFirst = state?.rows.isEmpty ?? true
        if isFirst { noteLongest(of: new.rows.filter { $0.author != .me }.map { $0.sender ?? new.title }) }
        if isFirst, let found = new.found {
            viewport = .around(found)
        } else if isFirst || isGoingToUnread, let first = new.firstUnread,
            new.rows.contains(where: { $0.id == first })
        {
            viewport = .from(first)
            isGoingToUnread = false
        }
        if goesToTop, let first = new.rows.first?.id, first != state?.rows.first?.id {
            viewport = .upTo(first, hidden: 0)
            goesToTop = new.hasEarlier
        }
        if let mention = new.mention, mention != state?.mention { sought = mention.message }
        if let message = sought, new.rows.contains(where: { $0.id == message }) {
            (viewport, selected, sought) = (.around(message), message, nil)
        }
        if !new.rows.contains(where: { $0.id == selected }) { selected = nil }
        savedEdit = nil
        if let edited = editBeingSent {
            let isRefused = new.problem != state?.problem
            // A refused edit goes on, and one that was begun again meanwhile does, too.
            if !isRefused, editing != edited { savedEdit = edited }
            if isRefused, editing == nil, answer == nil { editing = edited }
            editBeingSent = nil
        }
        noteReply(in: new)
        guard let text = textBeingSent else { return nil }
        // An accepted text is no draft any more.
        let isAccepted = new.draft != text
        guard isAccepted || new.problem != state?.problem else { return nil }
        textBeingSent = nil
        return isAccepted ? nil : text
    }

    /// Puts a refused reply back into the line, unless another answer or an edit is there.
    private mutating func noteReply(in new: ChatViewState) {
        refusedReply = nil
        guard let reply = replyBeingSent else { return }
        if new.problem != state?.problem {
            refusedReply = reply
            if answer == nil, editing == nil { answer = .reply(to: reply.target.message) }
        }
        // As long as the saved text is there, it may still be refused.
        if refusedReply != nil || !new.unfinished.contains(reply) { replyBeingSent = nil }
    }

    private mutating func notePlaces(of rows: [ChatViewState.Row], _ files: [String: RasterPicture]?) {
        guard let files else {
            pictures = [:]
            return
        }
        let places = rows.compactMap { row in
            PicturePlace(of: row.file, before: pictures[row.id], pictures: files).map { (row.id, $0) }
        }
        pictures = Dictionary(places) { first, _ in first }
    }

    mutating func countVisibleRows(in context: DrawingContext) {
        countedRows = []
        if let rows = state?.rows, let last = visibility(in: context)?.lastRow { countedRows = rows[...last] }
    }

    func text(in context: DrawingContext) -> ChatText? {
        state.map { state in
            ChatText(
                state: state,
                columns: context.layout.main.columns.count,
                theme: context.theme,
                environment: context.environment,
                selected: selected,
                longestName: longestName,
                names: context.settings.names,
                words: context.soughtWords,
                begun: context.composer.begunMessages(in: chat),
                pictures: context.shelf.isShown(in: chat)
                    ? ChatPictures(places: pictures, shelf: context.shelf, terminalRows: context.layout.rows) : nil
            )
        }
    }

    /// Notes the names of a group's other members.
    mutating func receive(members names: [String]) {
        members = names
        noteLongest(of: names)
    }

    private mutating func noteLongest(of names: [String]) {
        let widths = names.map { TerminalText.width(TerminalText.name($0, columns: MessagePlaces.nameLimit)) }
        longestName = ([longestName] + widths).compactMap(\.self).max()
    }

    func visibility(in context: DrawingContext) -> ChatVisibility? {
        text(in: context).map { ChatVisibility(of: $0, at: viewport, height: context.height) }
    }

    // MARK: - Keys

    var status: String? { state?.status ?? state?.typing }

    func hints(hasViKeys: Bool) -> [String] {
        if selected != nil {
            let canWrite = state?.canWrite != false
            return selectedRow.map { KeyScreen.hints(for: $0, canWrite: canWrite, hasViKeys: hasViKeys) } ?? [
                "Esc leaves"
            ]
        }
        if state?.isInvitation == true {
            return [
                "j joins, d declines, i declines and ignores the person, Alt-i shows details, Esc goes back, F1 helps",
                "j joins, d declines, i declines and ignores, Esc goes back", "j joins, d declines, i ignores",
            ]
        }
        if state?.part == .threads {
            return [
                "Up selects a thread, Enter opens it, Esc goes back, F1 helps",
                "Up selects, Enter opens, Esc goes back",
            ]
        }
        if state?.canWrite == false {
            if let exclusion {
                return [
                    "\(exclusion): nothing can be sent. PageUp scrolls, Esc goes back, F1 helps",
                    "\(exclusion). Esc goes back, F1 helps", "Esc goes back, F1 helps",
                ]
            }
            return [
                "You have left this group and cannot send. PageUp scrolls, Esc goes back, F1 helps",
                "You have left this group. Esc goes back, F1 helps", "Esc goes back, F1 helps",
            ]
        }
        if hasViKeys { return ["Enter sends, Esc stops typing, F1 helps"] }
        return [
            "Enter sends, Up selects a message, Alt-Enter adds a line, Ctrl-g finds chats, Esc goes back, F1 helps",
            "Enter sends, Up selects a message, Ctrl-g finds chats, Esc goes back, F1 helps",
            "Enter sends, Esc goes back, F1 helps", "Enter sends, F1 helps",
        ]
    }

    /// Why the user is not in the chat, unless they have left it.
    private var exclusion: String? {
        guard let text = state?.stateText, text != ChatState.left.text else { return nil }
        return TerminalText.oneLine(text)
    }

    /// Moves the selection; without one, arrows edit the typed text.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        selected == nil ? [] : moveSelection(by: step, in: context)
    }

    /// Scrolls by pages of which two lines stay visible, or by halves of them.
    mutating func page(by pages: Int, isHalf: Bool, in context: DrawingContext) -> [ModelEffect] {
        scroll(by: pages * max(1, (context.height - 2) / (isHalf ? 2 : 1)), in: context)
    }

    mutating func moveToTop(in context: DrawingContext) -> [ModelEffect] {
        selected == nil ? scrollToTop(in: context) : moveSelection(by: -100_000, in: context)
    }

    mutating func moveToBottom(in context: DrawingContext) -> [ModelEffect] {
        selected == nil ? scrollToNewest() : selectLast(in: context)
    }

    mutating func turnWheel(by steps: Int, in context: DrawingContext) -> [ModelEffect] {
        // An invitation has nothing to scroll.
        state?.isInvitation == true ? [] : scroll(by: steps * 3, in: context)
    }

    // MARK: - Scrolling

    /// Scrolls so many lines down or, if negative, up; asks for more messages at either end.
    mutating func scroll(by lines: Int, in context: DrawingContext) -> [ModelEffect] {
        goesToTop = false
        guard let text = text(in: context), let visibility = visibility(in: context) else { return [] }
        if lines < 0, visibility.isAtTop {
            return text.state.hasEarlier && !text.state.isLoadingEarlier ? [.chat(.loadEarlier)] : []
        }
        // Without a visible line there is no position to scroll from.
        if visibility.lines.isEmpty { return [] }
        if let position = text.position(visibility.bottom, movedBy: lines) {
            viewport = .upTo(text.state.rows[position.index].id, hidden: position.hidden)
            stopAtTop(in: context)
            return []
        }
        if text.state.hasLater, let last = text.state.rows.last {
            // Stays at the last row until later ones arrive.
            viewport = .upTo(last.id, hidden: 0)
            return [.chat(.showLater)]
        }
        viewport = .newest
        return []
    }

    /// Scrolls to the first row and asks for earlier messages, which are scrolled to when they arrive.
    mutating func scrollToTop(in context: DrawingContext) -> [ModelEffect] {
        guard let state, visibility(in: context)?.lines.isEmpty == false else { return scroll(by: -1, in: context) }
        scrollToOldest()
        if !state.hasEarlier { stopAtTop(in: context) }
        goesToTop = state.hasEarlier
        return state.hasEarlier && !state.isLoadingEarlier ? [.chat(.loadEarlier)] : []
    }

    /// Puts the first row at the bottom, so that earlier messages appear above it.
    mutating func scrollToOldest() {
        if let first = state?.rows.first { viewport = .upTo(first.id, hidden: 0) }
    }

    /// Scrolls to the first unread message, if there is one.
    mutating func scrollToUnread() -> [ModelEffect] {
        guard let state, let first = state.firstUnread else { return [] }
        isGoingToUnread = !state.rows.contains { $0.id == first }
        if isGoingToUnread { return [.chat(.showFirstUnread)] }
        viewport = .from(first)
        return []
    }

    /// Ends a way to the top that takes several pages.
    mutating func stopGoingToTop() { goesToTop = false }

    mutating func scrollToNewest() -> [ModelEffect] {
        goesToTop = false
        viewport = .newest
        return state?.hasLater == true ? [.chat(.showNewest)] : []
    }

    /// Makes the position the one that is drawn, if it is too far up.
    private mutating func stopAtTop(in context: DrawingContext) {
        guard let state, let bottom = visibility(in: context)?.bottom else { return }
        viewport = .upTo(state.rows[bottom.index].id, hidden: bottom.hidden)
    }

    // MARK: - Selecting

    /// The row of the selected message.
    var selectedRow: ChatViewState.Row? { state?.rows.last { $0.id == selected } }

    /// Selects the newest message on screen.
    mutating func selectNewest(in context: DrawingContext) {
        goesToTop = false
        guard let state, let last = visibility(in: context)?.lastRow else { return }
        selected = state.rows[last].id
    }

    /// Selects the message at a cell; a rule or an empty row ends the selection.
    mutating func select(at mouse: Mouse, in context: DrawingContext) {
        let body = context.layout.main.withHeading.body
        guard body.rows.contains(mouse.row), body.columns.contains(mouse.column) else { return }
        let line = mouse.row - body.rows.lowerBound
        selected = visibility(in: context)?.row(atLine: line).flatMap { state?.rows[$0].id }
    }

    mutating func deselect() { selected = nil }

    /// Selects a message and scrolls to it.
    ///
    /// - Returns: false if it is not among the rows.
    mutating func select(_ message: MessageID, in context: DrawingContext) -> Bool {
        guard let index = state?.rows.lastIndex(where: { $0.id == message }) else { return false }
        (selected, goesToTop) = (message, false)
        if visibility(in: context)?.showsAll(ofRow: index) != true { viewport = .around(message) }
        return true
    }

    /// Begins or ends typing a text to find.
    mutating func setFinding(_ isFinding: Bool) { (self.isFinding, selected) = (isFinding, nil) }

    /// Scrolls to a message of the chat and selects it, once it is among the rows.
    mutating func show(_ message: MessageID) -> [ModelEffect] {
        guard state?.rows.contains(where: { $0.id == message }) == true else {
            sought = message
            return [.chat(.showMessage(message))]
        }
        (viewport, selected, sought) = (.around(message), message, nil)
        return []
    }

    /// Selects the message so many rows below or, if negative, above, and scrolls to it; asks for more at either end.
    ///
    /// A step below the newest message ends the selection.
    mutating func moveSelection(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        guard let state, let index = state.rows.lastIndex(where: { $0.id == selected }) else { return [] }
        if index + step >= state.rows.count {
            if state.hasLater { return [.chat(.showLater)] }
            selected = nil
            return []
        }
        if index + step < 0 {
            selected = state.rows.first?.id
            scrollToOldest()
            stopAtTop(in: context)
            return state.hasEarlier && !state.isLoadingEarlier ? [.chat(.loadEarlier)] : []
        }
        let row = state.rows[index + step].id
        selected = row
        if visibility(in: context)?.showsAll(ofRow: index + step) != true { viewport = .around(row) }
        return []
    }

    /// Selects the newest message.
    mutating func selectLast(in context: DrawingContext) -> [ModelEffect] {
        let effects = scrollToNewest()
        selected = state?.rows.last?.id
        return effects
    }

    /// Begins to edit a message in the line.
    mutating func beginEdit(of message: MessageID) {
        endEdit(isSent: false)
        (selected, editing, answer) = (nil, message, nil)
    }

    /// Begins an answer to a message in the line, where it takes the place of an edit, or ends it.
    mutating func set(_ answer: Answer?) {
        if answer != nil { endEdit(isSent: false) }
        (selected, self.answer) = (nil, answer)
    }

    /// Ends editing; until the presenter answers, an edit that was sent may be refused and go on.
    mutating func endEdit(isSent: Bool) {
        if isSent { editBeingSent = editing } else if editBeingSent == editing { editBeingSent = nil }
        editing = nil
    }

    // MARK: - Reporting

    /// Reports the newest visible row if it or the newest row has changed, and how much is below.
    mutating func report(_ visibility: ChatVisibility) -> PanelReport {
        guard let state, let newest = visibility.newestRow else {
            // Only a part of the first message may be in sight.
            return PanelReport(below: visibility.bottom.hidden > 0 ? "more below" : nil)
        }
        let visible = state.rows[newest].id
        var effects: [ModelEffect] = []
        if reported.visible != visible || reported.newest != state.rows.last?.id {
            reported = (visible, state.rows.last?.id)
            effects = [.chat(.rowsVisible(upTo: visible))]
        }
        let isAtEnd = newest == state.rows.count - 1 && !state.hasLater
        if isAtEnd, case .from = viewport { viewport = .newest }
        let new = countNew(in: state, below: newest)
        let newer = new > 0 ? "\(new) new below" : Self.newer(state.rows.count - 1 - newest, state.hasLater)
        return PanelReport(effects: effects, below: isAtEnd ? nil : newer)
    }

    /// How many rows are below, in words; a plus sign says that there are more than are loaded.
    private static func newer(_ count: Int, _ hasLater: Bool) -> String {
        "\(count)\(hasLater ? "+" : "") newer"
    }

    /// Counts the rows that arrived after the chat's end was seen; 0 while that is outside the window.
    private mutating func countNew(in state: ChatViewState, below newest: Int) -> Int {
        let last = state.rows.count - 1
        let known = newestKnown.flatMap { id in state.rows.lastIndex { $0.id == id } }
        if let known {
            if known < newest { newestKnown = state.rows[newest].id }
        } else if !state.hasLater {
            newestKnown = state.rows[last].id
        }
        return state.hasLater ? 0 : last - max(newest, known ?? last)
    }

    /// Draws the messages at the bottom of the main area.
    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        guard let text = text(in: context), let visibility = visibility(in: context) else { return PanelReport() }
        let date = visibility.firstRow.map { text.state.rows[$0].date }
        let day = date.flatMap { context.environment.isToday($0) ? nil : context.environment.dayHeadingText(for: $0) }
        drawing.draw(
            visibility,
            of: text.state,
            in: chat.account,
            day: day,
            highlighting: context.soughtWords,
            from: text.places.text
        )
        var report = report(visibility)
        report.pictures = (visibility.rowsInSight.map { Array($0) } ?? []).reversed()
            .compactMap { text.pictureRequest(of: text.state.rows[$0]) }
        return report
    }
}
