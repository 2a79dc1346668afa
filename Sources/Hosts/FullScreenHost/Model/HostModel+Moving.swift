import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import TerminalHost

extension HostModel {
    /// Chooses another row of what can be chosen here.
    mutating func choose(by step: Int) -> [ModelEffect] {
        switch keyScreen {
        case .list, .search:
            guard let index = list.chosenIndex, let state = list.state else { return [] }
            list.choose(index + step)
            if step > 0, index + step >= state.rows.count, state.hasMore { return [.list(.showMore)] }
            if step < 0, index + step < 0, state.firstNumber > 1 { return [.list(.showPrevious)] }
        case .form:
            let count = form.state?.suggestions.count ?? 0
            let next = (form.chosen ?? -1) + step
            form.chosen = next < 0 || count == 0 ? nil : min(next, count - 1)
        case .switcher:
            guard case .switcher(let chosen) = overlay else { return [] }
            overlay = .switcher(chosen: max(0, min(chosen + step, foundChats.count - 1)))
        case .details: return showMembers(from: (details?.top ?? 0) + step)
        case .chat: break
        }
        return []
    }

    /// Shows a chat's members and files from a row on, as far as there are so many; asks for more where there may be, on either
    /// side.
    mutating func showMembers(from row: Int) -> [ModelEffect] {
        guard let state = details?.state, let last = lastTop else { return [] }
        details?.top = max(0, min(row, last))
        if row < 0, state.firstNumber > 1 || state.firstFileNumber > 1 { return [.details(.showPrevious)] }
        return row > last && state.hasMore ? [.details(.showMore)] : []
    }

    /// The first row where the last one is just in sight.
    var lastTop: Int? { details?.state.map { max(0, DetailsText.rowCount(of: $0) - detailsHeight) } }

    /// How many members are shown at once.
    private var detailsHeight: Int { max(1, layout.main.withHeading.body.rows.count - DetailsText.aboveMembers) }

    mutating func page(by pages: Int) -> [ModelEffect] {
        let height = layout.main.withHeading.body.rows.count
        // Of a page in a chat two lines stay, to go on from.
        if keyScreen == .chat { return scroll(by: pages * max(1, height - 2)) }
        if keyScreen == .details { return choose(by: pages * detailsHeight) }
        return choose(by: pages * max(1, height / ListDrawing.rowHeight))
    }

    /// Moves what is shown of the chat so many lines further down, or up where that is negative.
    mutating func scroll(by lines: Int) -> [ModelEffect] {
        guard let text = chatText, let sight = chatSight else { return [] }
        if lines < 0, sight.isAtTop {
            return text.state.hasEarlier && !text.state.isLoadingEarlier ? [.chat(.loadEarlier)] : []
        }
        // Where nothing is in sight, there is no place to go on from.
        if sight.lines.isEmpty { return [] }
        if let place = text.place(sight.bottom, movedBy: lines) {
            chat?.viewport = .upTo(text.state.rows[place.index].id, hidden: place.hidden)
            keepPlace()
            return []
        }
        if text.state.hasLater, let last = text.state.rows.last {
            // More is coming below: until then what is shown stays.
            chat?.viewport = .upTo(last.id, hidden: 0)
            return [.chat(.showLater)]
        }
        chat?.viewport = .newest
        return []
    }

    /// To the first row there is; once it is in sight, to what is earlier.
    mutating func toTop() -> [ModelEffect] {
        guard let sight = chatSight, !sight.isAtTop else { return scroll(by: -1) }
        showAbove()
        keepPlace()
        return []
    }

    /// Shows the chat up to the first row there is, and from below what there is no more above for.
    mutating func showAbove() {
        guard let first = chat?.state?.rows.first else { return }
        chat?.viewport = .upTo(first.id, hidden: 0)
    }

    /// Where the top was passed, what is shown begins there.
    private mutating func keepPlace() {
        guard let state = chat?.state, let bottom = chatSight?.bottom else { return }
        chat?.viewport = .upTo(state.rows[bottom.index].id, hidden: bottom.hidden)
    }

    mutating func toNewest() -> [ModelEffect] {
        chat?.viewport = .newest
        return chat?.state?.hasLater == true ? [.chat(.showNewest)] : []
    }

    /// Leaves what is on top.
    mutating func back() -> [ModelEffect] {
        if overlay != nil {
            overlay = nil
            return []
        }
        switch screen {
        case .createChat: return [.form(.leave)]
        case .chat: return [.chat(.leave)]
        case .details: return [.details(.leave)]
        default: return isSearching ? endSearch() : []
        }
    }

    mutating func endSearch() -> [ModelEffect] {
        isSearching = false
        opensWhenFound = false
        editors[.search] = nil
        return [.list(.search(""))]
    }

    /// Does something on the list: at once, or when the person is back there.
    mutating func onList(_ effects: [ModelEffect]) -> [ModelEffect] {
        afterwards = [(.chatList, effects)]
        switch screen {
        case .chatList:
            afterwards = []
            return effects
        case .createChat: return [.form(.leave)]
        case .chat: return [.chat(.leave)]
        case .details:
            // Two ways: back to the chat, and from there to the list.
            afterwards.insert((.chat, [.chat(.leave)]), at: 0)
            return [.details(.leave)]
        }
    }

    /// Opens the form; with names, begins a chat or a group with them.
    mutating func newChat(with names: [String]) -> [ModelEffect] {
        overlay = nil
        opening = (.createChat, [])
        let typed = names.flatMap { [ModelEffect.form(.type($0)), .form(.add)] }
        let named = typed.dropLast() + (names.isEmpty ? [] : [.form(.create)])
        if screen != .chatList {
            // Two ways: back to the list, and from there to the form. One that is open has other names already.
            let leaving = onList([.list(.createChat)])
            afterwards.append((.createChat, Array(named)))
            return leaving
        }
        afterwards = [(.createChat, Array(named))]
        return [.list(.createChat)]
    }

    // MARK: - To a chat

    mutating func open(_ chat: ChatID, at message: MessageID? = nil) -> [ModelEffect] {
        overlay = nil
        if message == nil, screen.chat == chat { return [] }
        opening = (.chat(chat, at: message), [])
        return [.openChat(chat, at: message)]
    }
}
