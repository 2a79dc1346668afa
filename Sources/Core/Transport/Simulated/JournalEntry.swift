import ChatTypes
import Foundation

/// One change of what the server holds: the only way in which it changes, live and when the journal is read again.
enum JournalEntry: Codable, Hashable, Sendable {
    /// The server began; its cursors bear that name.
    case founded(server: String, at: Date)
    case opened(chat: ChatID, contact: Contact, at: Date)
    case begun(group: JournaledGroup)
    /// Someone came into a group, left it, or is called otherwise in it.
    case membership(chat: ChatID, of: Membership, at: Date)
    /// The contact of a chat between two is called otherwise.
    case renamed(chat: ChatID, name: String, at: Date)
    case said(message: JournaledMessage)
    case read(chat: ChatID, reader: Author, message: MessageID, at: Date)
    /// Its author edited or deleted a message.
    case annotated(annotation: JournaledAnnotation)
    /// A file of ours came, and is kept beside the journal.
    case uploaded(file: JournaledUpload)

    /// The server's time when it happened.
    var time: Date {
        switch self {
        case .founded(_, let time), .opened(_, _, let time), .membership(_, _, let time), .renamed(_, _, let time): time
        case .read(_, _, _, let time): time
        case .begun(let group): group.at
        case .said(let message): message.at
        case .annotated(let annotation): annotation.at
        case .uploaded(let upload): upload.at
        }
    }
}

/// A group as it began, ourselves left unsaid.
struct JournaledGroup: Codable, Hashable, Sendable {
    let chat: ChatID
    /// The title under an id of its own.
    let contact: Contact
    let members: [Contact]
    /// Of everyone's first membership.
    let number: Int64
    let at: Date
}

/// A message as the journal keeps it: its predecessor follows from the order.
struct JournaledMessage: Codable, Hashable, Sendable {
    let chat: ChatID
    let id: MessageID
    let author: Author
    let text: String
    let imageCount: Int
    let attachment: AttachedFile?
    let position: Position
    /// What the contact meant by it; nil when we wrote it, or when it was put in the contact's mouth.
    let remark: Remark?
    let at: Date
}

/// A file that has come whole, by the id under which it was sent.
struct JournaledUpload: Codable, Hashable, Sendable {
    let id: MessageID
    let file: FileID
    let byteCount: Int64
    let at: Date
}

/// An annotation as the journal stores it. Its author is the message's.
struct JournaledAnnotation: Codable, Hashable, Sendable {
    let chat: ChatID
    let id: MessageID
    let message: MessageID
    let kind: Annotation.Kind
    /// Nil for a deletion.
    let number: Int64?
    let at: Date
}

/// The entries of older journals, in which edits and deletions had a form each. They are only read.
enum OldJournalEntry: Decodable {
    case edited(edit: Edit)
    case removed(chat: ChatID, message: MessageID, at: Date)

    struct Edit: Decodable {
        let chat: ChatID
        let id: MessageID
        let message: MessageID
        let text: String
        let number: Int64
        let at: Date
    }

    /// The same in today's form.
    var entry: JournalEntry {
        switch self {
        case .edited(let edit):
            .annotated(
                annotation: JournaledAnnotation(
                    chat: edit.chat,
                    id: edit.id,
                    message: edit.message,
                    kind: .edit(text: edit.text),
                    number: edit.number,
                    at: edit.at
                )
            )
        case .removed(let chat, let message, let time):
            .annotated(
                annotation: JournaledAnnotation(
                    chat: chat,
                    id: message,
                    message: message,
                    kind: .deletion,
                    number: nil,
                    at: time
                )
            )
        }
    }
}
