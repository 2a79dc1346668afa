package import ChatStore
import ChatTypes
import Foundation
package import RuntimeKit
import ScreenKit

/// A history as text: a heading for each chat, and a line for each member and message.
package struct TranscriptExport {
    private let environment: ChatEnvironment
    /// The name of the current chat and of its members. Bounded by the number of members that the history stores.
    private var name = ""
    private var memberNames: [ContactID: String] = [:]
    /// The members whose names look alike.
    private var looks: [String: Set<ContactID>] = [:]

    package init(environment: ChatEnvironment) {
        self.environment = environment
    }

    /// - Parameter columns: the width of the terminal; nil if the output is not a terminal.
    package mutating func lines(for record: HistoryRecord, columns: Int? = nil) -> [String] {
        switch record {
        case .chat(let chat):
            (memberNames, looks) = ([:], [:])
            let contact = Contact(id: chat.contact, name: chat.name)
            name = TerminalText.name(contact.shownName)
            return [
                "",
                chat.group == true
                    ? "Group \(TerminalText.name(chat.name))" : "Chat with \(TerminalText.name(contact.fullName))",
            ]
        case .member(let member):
            let contact = member.member.member.map { Contact(id: $0, name: member.name) }
            if let contact, !contact.name.isEmpty {
                memberNames[contact.id] = contact.name
                looks[NameLook.key(of: contact.name), default: []].insert(contact.id)
            }
            // A member record without a number only has a read marker.
            guard member.number != nil else { return [] }
            let name = contact.map { TerminalText.name($0.fullName) } ?? shownName(of: member.member)
            return [(member.left == true ? "Former member: " : "Member: ") + name]
        case .message(let message):
            let author = shownName(of: message.author)
            let time = environment.timestampText(for: message.time.date)
            let marks = [
                message.thread.map { _ in HostEvent.MessageLine.threadMark },
                message.edited ?? 0 > 0 || message.edit != nil ? "(edited)" : nil,
                message.removed == true ? nil : message.warning.map { "(\($0.text))" },
                // With a position, the failure is that of an edit.
                message.position != nil ? nil : message.failure != nil ? "(failed)" : "(not sent)",
            ]
            let gap = message.gap == nil ? [] : [HostEvent.missingText]
            return gap
                + Paragraph(
                    opening: message.event == nil ? "\(time)  \(author): " : "\(time)  * \(author) ",
                    body: HostEvent.MessageLine.body(
                        message.removed == true
                            ? deletedText : FormattedText(message.text, message.spans).readable,
                        file: message.attachment?.name,
                        images: message.images ?? 0
                    ),
                    ending: marks.compactMap(\.self).joined(separator: " "),
                    indent: 4
                ).lines(columns: columns)
        }
    }

    private func shownName(of author: Author) -> String {
        switch author {
        case .me: ownName
        case .contact: name
        case .member(let id):
            TerminalText.name(
                memberNames[id].map { name in
                    ShownName.of(name, id: id, isShared: (looks[NameLook.key(of: name)] ?? []).count > 1)
                } ?? id.rawValue
            )
        }
    }
}

extension ChatEnvironment {
    /// Returns date and time in the user's time zone.
    fileprivate func timestampText(for date: Date) -> String {
        date.formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone).year().month().day().time(
                includingFractionalSeconds: false
            )
        )
    }
}
