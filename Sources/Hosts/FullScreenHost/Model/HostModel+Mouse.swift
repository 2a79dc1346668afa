import ChatApp
import ChatList

extension HostModel {
    /// What the mouse asks for.
    mutating func use(_ mouse: Mouse) -> [ModelEffect] {
        let layout = layout
        switch mouse.action {
        case .wheelUp: return turnWheel(by: -1)
        case .wheelDown: return turnWheel(by: 1)
        case .click:
            guard overlay == nil, let area = layout.list ?? (screen == .chatList ? layout.main : nil),
                area.columns.contains(mouse.column),
                let index = listDrawing.index(at: mouse.row, in: area.withHeading.body)
            else { return [] }
            list.choose(index)
            return open(list.rows[index].id.chat, at: list.rows[index].id.message)
        }
    }

    /// Moves what is on top: what it covers stays as it was.
    private mutating func turnWheel(by steps: Int) -> [ModelEffect] {
        if case .help(let top, let screen) = overlay {
            overlay = .help(top: max(0, top + steps * 3), on: screen)
            return []
        }
        return keyScreen == .chat ? scroll(by: steps * 3) : choose(by: steps)
    }
}
