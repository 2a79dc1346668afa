import Foundation

/// All that the server holds: a function of the journal's entries, in their order.
struct ServerState {
    static let stepLimit: Int64 = 1000

    /// What is wrong with an entry, in a clause of bounded length.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private(set) var server = ""
    private(set) var chats: [ServerChat] = []
    private(set) var sequence = 0
    private(set) var changes = ChangeLog()
    private(set) var lastChange: Date?
    /// Of all messages; 0 while there is none.
    private(set) var highestPosition: Int64 = 0
    /// The chat in which we wrote last, until its contact says goodbye.
    private(set) var farewellOwed: ChatID?

    private var chatIndices: [ChatID: Int] = [:]
    private var chatsByName: [String: Int] = [:]
    private var edits: [MessageID: Edit] = [:]
    private var places: [MessageID: (chat: Int, message: Int)] = [:]

    func index(of chat: ChatID) -> Int? { chatIndices[chat] }

    func index(ofChatWith name: ContactName) -> Int? { chatsByName[name.key] }

    func message(_ id: MessageID) -> Message? {
        places[id].map { chats[$0.chat].messages[$0.message] }
    }

    func message(_ id: MessageID, in chat: ChatID) -> Message? {
        guard let place = places[id], chats[place.chat].header.id == chat else { return nil }
        return chats[place.chat].messages[place.message]
    }

    /// What was made of an edit under its own id.
    func edit(_ id: MessageID) -> Edit? { edits[id] }

    /// Throws a `Fault` when `entry` cannot follow what is there.
    func check(_ entry: JournalEntry) throws {
        switch entry {
        case .founded(let server, _):
            if sequence > 0 { throw Fault("a server begins only once") }
            if server.isEmpty || server.contains(".") { throw Fault("the server's name is no name") }
        case .opened(let chat, let contact, _):
            if sequence == 0 { throw Fault("the server has not begun") }
            if chatIndices[chat] != nil { throw Fault("the chat \(short(chat.rawValue)) is there already") }
            if chatsByName[ContactName.key(of: contact.name)] != nil {
                throw Fault("there is a chat with that contact already")
            }
        case .said(let message):
            guard let index = chatIndices[message.chat] else { throw unknown(message.chat) }
            if places[message.id] != nil { throw Fault("the message \(short(message.id.rawValue)) is there already") }
            let last = chats[index].messages.last?.position.rawValue ?? 0
            guard last < message.position.rawValue, message.position.rawValue <= PositionEra.positionLimit else {
                throw Fault("the position \(message.position.rawValue) cannot follow \(last)")
            }
        case .edited(let edit):
            guard let message = message(edit.message, in: edit.chat), !message.isRemoved else {
                throw Fault("the chat \(short(edit.chat.rawValue)) holds no message \(short(edit.message.rawValue))")
            }
            if edits[edit.id] != nil { throw Fault("the edit \(short(edit.id.rawValue)) is there already") }
            guard edit.number > message.editNumber else {
                throw Fault("the edit \(edit.number) cannot follow \(message.editNumber)")
            }
        case .read(let chat, _, let message, _), .removed(let chat, let message, _):
            if chatIndices[chat] == nil { throw unknown(chat) }
            if self.message(message, in: chat) == nil {
                throw Fault("the chat \(short(chat.rawValue)) holds no message \(short(message.rawValue))")
            }
        }
    }

    /// Changes what is there by an entry that has been checked.
    mutating func apply(_ entry: JournalEntry) {
        sequence += 1
        lastChange = max(entry.time, lastChange ?? entry.time)
        switch entry {
        case .founded(let server, _):
            self.server = server
        case .opened(let chat, let contact, let time):
            chatIndices[chat] = chats.count
            chatsByName[ContactName.key(of: contact.name)] = chats.count
            changes.record(chats.count, at: sequence)
            chats.append(ServerChat(header: ChatHeader(id: chat, contact: contact, createdAt: time)))
        case .said(let message):
            guard let index = chatIndices[message.chat] else { return }
            places[message.id] = (index, chats[index].messages.count)
            chats[index].append(message, sequence: sequence)
            highestPosition = max(highestPosition, message.position.rawValue)
            changes.record(index, at: sequence)
            if message.author == .me {
                farewellOwed = message.chat
            } else if message.remark == .goodbye, farewellOwed == message.chat {
                farewellOwed = nil
            }
        case .read(let chat, let reader, let id, _):
            guard let index = chatIndices[chat], let message = message(id, in: chat) else { return }
            chats[index].mark(message, readBy: reader, sequence: sequence)
            changes.record(index, at: sequence)
        case .edited(let edit):
            guard let place = places[edit.message] else { return }
            let author = chats[place.chat].messages[place.message].author
            edits[edit.id] = Edit(author: author, message: edit.message, text: edit.text, number: edit.number)
            chats[place.chat].editMessage(
                at: place.message,
                text: edit.text,
                number: edit.number,
                sequence: sequence
            )
            changes.record(place.chat, at: sequence)
        case .removed(_, let id, _):
            guard let place = places[id] else { return }
            chats[place.chat].removeMessage(at: place.message, sequence: sequence)
            changes.record(place.chat, at: sequence)
        }
    }

    private func unknown(_ chat: ChatID) -> Fault {
        Fault("there is no chat \(short(chat.rawValue))")
    }

    /// An id as a sentence bears it: a damaged one may have any length.
    private func short(_ id: String) -> String {
        let limit = 60
        return id.utf8.count <= limit ? id : id.cut(toBytes: limit) + "…"
    }
}
