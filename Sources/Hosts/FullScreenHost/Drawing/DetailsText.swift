import ChatDetails
import TerminalHost
import Transport

/// A chat's details as lines: what is said of it, and below who is in it.
struct DetailsText {
    /// How many lines stand above the members.
    static let aboveMembers = 2

    let state: ChatDetailsViewState
    let theme: Theme

    /// - Parameter top: the first member that is shown.
    func lines(from top: Int) -> [StyledLine] {
        let muted = state.isMuted ? "Muted: neither announced nor counted" : "Announced and counted"
        let above = [StyledLine(indent: 2, spans: [Span(muted, theme.dim)]), StyledLine(spans: [])]
        let members = state.rows.dropFirst(top).map { row in
            StyledLine(
                indent: 2,
                spans: [Span(TerminalText.name(row.name), row.id == .me ? theme.mine : theme.author(row.name))]
            )
        }
        let more = state.hasMore ? [StyledLine(indent: 2, spans: [Span("… PageDown shows more", theme.dim)])] : []
        return above + members + more
    }
}
