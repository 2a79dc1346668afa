import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit

/// A command that only reads the stored history, even while another process is chatting on it.
struct ReadingCommand {
    let profile: Profile
    let environment: ChatEnvironment
    let printer: Printer
    let output: LineOutput
    let errors: LineOutput
    let signals: SignalPipe

    /// Runs `list`, `show` or `search`. Throws `StorageError`, `SQLiteError` or `ChatDatabaseError`, or
    /// `InterruptionError` after a signal.
    func run(_ command: Command) async throws -> ExitCode {
        guard profile.hasHistory else { throw StorageError.noHistory(path: profile.directory.path) }
        let history = try profile.history.openForReading()
        let text = HistoryPrinter(environment: environment, printer: printer)
        switch command {
        case .list: try await history.read { try text.printList(of: $0) }
        case .show(let excerpt):
            let timeline = try await history.read { try excerpt.timeline(in: $0) }
            return try await history.read { try text.printChat(excerpt, timeline, of: $0) }
        case .search(let sought):
            try await text.printSearchResults { place in
                try await history.read { try $0.search(sought, after: place, limit: HistoryPrinter.pageSize) }
            }
            try await history.read { try text.printMissing(of: $0) }
        // Other types run these commands.
        case .chat, .send, .export, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices,
            .keywords:
            return .software
        }
        return .ok
    }

    /// Prints the whole history: as JSON for programs and for `import`, or as text. Throws `InterruptionError` when a
    /// signal comes.
    func export(asJSON isJSON: Bool) async throws -> ExitCode {
        guard profile.hasHistory else { throw StorageError.noHistory(path: profile.directory.path) }
        var text = TranscriptExport(environment: environment)
        do {
            try await profile.history.openForReading().export { records in
                for record in records {
                    // After a failure, nothing else can be written.
                    if let failure = output.failure { throw failure }
                    if signals.hasArrived { throw InterruptionError() }
                    output.write(
                        isJSON ? [try JSONLine.text(of: record)] : text.lines(for: record, columns: output.columns)
                    )
                }
            }
            let missing = try await profile.history.openForReading().read { try HistoryPrinter.missing(of: $0) }
            if let missing { errors.write("viperchat: \(missing)") }
        } catch is SystemError {
            // `CommandRun` reports a failed output for all commands.
        }
        return .ok
    }
}

/// A history as text: a heading for each chat, and a line for each member and message.
struct TranscriptExport {
    private let environment: ChatEnvironment
    /// The name of the current chat and of its members. Bounded by the number of members that the history stores.
    private var name = ""
    private var memberNames: [ContactID: String] = [:]
    /// The members whose names look alike.
    private var looks: [String: Set<ContactID>] = [:]

    init(environment: ChatEnvironment) {
        self.environment = environment
    }

    /// - Parameter columns: the width of the terminal; nil if the output is not a terminal.
    mutating func lines(for record: HistoryRecord, columns: Int? = nil) -> [String] {
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
                message.waiting == nil && (message.edited != nil || message.edit != nil) ? "(edited)" : nil,
                message.removed == true ? nil : message.warning.map { "(\($0.text))" },
                message.failure != nil ? "(failed)" : message.position == nil ? "(not sent)" : nil,
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
