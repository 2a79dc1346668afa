import ChatDetails
import ChatTypes
import TerminalHost

/// A chat's details as lines: its settings, then its members and files.
struct DetailsText {
    /// The number of lines above the members, which do not scroll.
    static let aboveMembers = 2

    let state: ChatDetailsViewState
    let theme: Theme

    /// The number of lines that scroll.
    static func rowCount(of state: ChatDetailsViewState) -> Int {
        state.rows.count + (state.files.isEmpty ? 0 : headingLines + state.files.count)
    }

    /// The number of lines between members and files.
    private static let headingLines = 2

    /// Returns the lines to show.
    ///
    /// - Parameter top: the first scrolling line shown.
    func lines(from top: Int) -> [StyledLine] {
        let muted = state.isMuted ? "Muted: no notifications, not counted as unread" : "Notifications on"
        let hasPrevious = state.firstNumber > 1 || state.firstFileNumber > 1
        let second = hasPrevious ? "… PageUp shows more" : state.rights.map { TerminalText.oneLine($0) }
        let previous = second.map { [Span($0, theme.dim)] } ?? []
        let above = [
            StyledLine(indent: 2, spans: [Span(muted, theme.dim)]), StyledLine(indent: 2, spans: previous),
        ]
        let members = state.rows.map { row in
            StyledLine(
                indent: 2,
                spans: [
                    Span(TerminalText.name(row.name, of: row.id), row.id == .me ? theme.mine : theme.author(row.name)),
                    Span(row.role.map { "  \($0)" } ?? "", theme.dim),
                ]
            )
        }
        let number = state.firstFileNumber
        let title = StyledLine(
            indent: 2,
            spans: [Span(number == 1 ? "Files" : "Files, from number \(number) on", theme.dim)]
        )
        let heading = state.files.isEmpty ? [] : [StyledLine(spans: []), title]
        let files = state.files.map { file in
            let name = TerminalText.oneLine(file.name)
            return StyledLine(indent: 2, spans: [Span(name, theme.plain), Span("  \(file.detail)", theme.dim)])
        }
        let more = state.hasMore ? [StyledLine(indent: 2, spans: [Span("… PageDown shows more", theme.dim)])] : []
        return above + (members + heading + files).dropFirst(top) + more
    }
}
