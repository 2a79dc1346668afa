import ChatDetails
import ChatTypes
import HostKit

/// A chat's details as lines: its settings, then its members and files.
struct DetailsText {
    let state: ChatDetailsViewState
    let theme: Theme
    let columns: Int

    /// The number of lines that scroll.
    var rowCount: Int {
        state.rows.count + (state.files.isEmpty ? 0 : Self.headingLines + state.files.count) + devices.count
    }

    /// The number of lines between members and files.
    private static let headingLines = 2

    /// Returns the lines to show.
    ///
    /// - Parameter top: the first scrolling line shown.
    func lines(from top: Int) -> [StyledLine] {
        let members = state.rows.map { row in
            StyledLine(
                indent: 2,
                spans: [
                    Span(TerminalText.name(row.name, of: row.id), row.id == .me ? theme.mine : theme.author(row.name)),
                    Span(id(of: row).map { "  \($0)" } ?? "", theme.dim),
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
        return above + (members + heading + files + devices).dropFirst(top) + more
    }

    /// The lines above the members, which do not scroll: the settings, and what the user may do or that there is more.
    var above: [StyledLine] {
        let settings = Self.about(state.notifications) + (state.isEncrypted ? "; end-to-end encrypted" : "")
        let hasPrevious = state.firstNumber > 1 || state.firstFileNumber > 1
        let second = hasPrevious ? "… PageUp shows more" : state.rights.map { TerminalText.oneLine($0) } ?? ""
        return [settings, second].flatMap { text in
            let opening = StyledLine(indent: 2, spans: [])
            if text.isEmpty { return [opening] }
            return StyledLine.wrap(text, columns: columns, after: opening, indent: 2, style: theme.dim, upTo: 3)
        }
    }

    /// The ID of a person on a homeserver, unless the name has it.
    private func id(of row: ChatDetailsViewState.Row) -> String? {
        guard let id = row.id.id(contact: state.contact), id.isMatrixID, !row.name.contains(id) else { return nil }
        return TerminalText.oneLine(id)
    }

    private static func about(_ mode: NotificationMode) -> String {
        switch mode {
        case .all: "Notifications on"
        case .mentions: "Only mentions notify you and count in the badge"
        case .muted: "Muted: no notifications, not counted as unread"
        }
    }

    /// The devices with a heading: a line for each, and its key below, wrapped between its groups.
    private var devices: [StyledLine] {
        guard !state.devices.isEmpty else { return [] }
        let lines = state.devices.flatMap { device in
            let name = device.name.isEmpty ? "" : "  \(TerminalText.name(device.name))"
            let isDoubtful = device.trust == .unsigned || device.trust == .blocked
            return [
                StyledLine(
                    indent: 2,
                    spans: [
                        Span(TerminalText.name(device.owner, of: device.id.owner), theme.plain),
                        Span("  \(TerminalText.oneLine(device.id.device))", theme.strong), Span(name, theme.plain),
                        Span("  \(device.trustText)", isDoubtful ? theme.problem : theme.dim),
                    ]
                )
            ]
                + StyledLine.wrap(
                    TerminalText.oneLine(device.fingerprint),
                    columns: columns,
                    after: StyledLine(indent: 4, spans: []),
                    indent: 4,
                    style: theme.dim
                )
        }
        let title = StyledLine(indent: 2, spans: [Span("Devices", theme.dim)])
        let more = StyledLine(indent: 2, spans: [Span("… and more devices", theme.dim)])
        return [StyledLine(spans: []), title] + lines + (state.hasMoreDevices ? [more] : [])
    }
}
