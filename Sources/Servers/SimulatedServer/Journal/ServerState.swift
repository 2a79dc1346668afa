import ChatTypes
import Foundation
import Transport

/// The server's whole state: a function of the journal's entries in their order.
struct ServerState {
    static let stepLimit: Int64 = 1000

    private(set) var server = ""
    private(set) var chats: [ServerChat] = []
    private(set) var sequence = 0
    /// The chats with changes that the user may know.
    private(set) var changes = ChangeLog()
    private(set) var book = ContactBook()
    private(set) var lastChange: Date?
    /// The highest position and number of all; 0 without any.
    private(set) var highestPosition: Int64 = 0
    /// The chat between two in which the user wrote last, until its contact says goodbye.
    private(set) var chatOwingGoodbye: ChatID?

    private var chatIndices: [ChatID: Int] = [:]
    private var chatsByName: [String: Int] = [:]
    private var annotations: [MessageID: Annotation] = [:]
    private var uploads: [MessageID: JournaledUpload] = [:]
    private var uploadsByFile: [FileID: JournaledUpload] = [:]
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

    /// The annotation that was accepted under its own ID.
    func annotation(_ id: MessageID) -> Annotation? { annotations[id] }

    /// The file that arrived under an ID of the user's.
    func upload(_ id: MessageID) -> JournaledUpload? { uploads[id] }

    func upload(at file: FileID) -> JournaledUpload? { uploadsByFile[file] }

    /// Applies an entry that was checked.
    mutating func apply(_ entry: JournalEntry) {
        sequence += 1
        lastChange = max(entry.time, lastChange ?? entry.time)
        switch entry {
        case .founded(let server, _): self.server = server
        case .opened(let chat, let contact, let time):
            chatsByName[ContactName(contact.name).key] = chats.count
            book.note(contact)
            add(ServerChat(header: ChatHeader(id: chat, contact: contact, createdAt: time)))
        case .begun(let group): begin(group)
        case .membership(let chat, let membership, let decision, _):
            guard let index = chatIndices[chat] else { return }
            if let id = membership.member.member { book.note(Contact(id: id, name: membership.name)) }
            chats[index].apply(membership, decision, sequence: sequence)
            highestPosition = max(highestPosition, membership.number)
            recordChange(of: index)
        case .forgotten(let chat, _): if let index = chatIndices[chat] { chats[index].forget() }
        case .topic(let chat, let topic, let number, _):
            guard let index = chatIndices[chat] else { return }
            chats[index].setTopic(topic, number: number)
            highestPosition = max(highestPosition, number)
            recordChange(of: index)
        case .pinned(let chat, let messages, let number, _):
            guard let index = chatIndices[chat] else { return }
            chats[index].setPins(messages, number: number)
            highestPosition = max(highestPosition, number)
            recordChange(of: index)
        case .renamed(let chat, let name, _):
            guard let index = chatIndices[chat] else { return }
            chats[index].rename(to: name)
            recordChange(of: index)
        case .said(let message): append(message)
        case .read(let chat, let reader, let id, let thread, _):
            guard let index = chatIndices[chat], let message = message(id, in: chat) else { return }
            chats[index].mark(message, readBy: reader, in: thread, sequence: sequence)
            recordChange(of: index)
        case .annotated(_, let id, let annotation, _):
            guard let place = places[annotation.message] else { return }
            annotations[id] = annotation
            chats[place.chat].annotateMessage(at: place.message, with: annotation, sequence: sequence)
            highestPosition = max(highestPosition, annotation.number)
            recordChange(of: place.chat)
        case .uploaded(let upload):
            uploads[upload.id] = upload
            uploadsByFile[upload.file] = upload
        }
    }

    private mutating func add(_ chat: ServerChat) {
        chatIndices[chat.header.id] = chats.count
        chats.append(chat)
        recordChange(of: chats.count - 1)
    }

    private mutating func begin(_ group: JournaledGroup) {
        let header = ChatHeader(id: group.chat, contact: group.contact, isGroup: true, createdAt: group.at)
        var chat = ServerChat(header: header)
        // The server does not know the user's name.
        let mine = Membership(member: .me, name: "", role: .administrator, number: group.number)
        chat.apply(mine, sequence: sequence)
        for member in group.members {
            book.note(member)
            let membership = Membership(member: .member(member.id), name: member.name, number: group.number)
            chat.apply(membership, sequence: sequence)
        }
        highestPosition = max(highestPosition, group.number)
        add(chat)
    }

    private mutating func append(_ message: JournaledMessage) {
        guard let index = chatIndices[message.chat] else { return }
        places[message.id] = (index, chats[index].messages.count)
        chats[index].append(message, sequence: sequence)
        highestPosition = max(highestPosition, message.position.rawValue)
        recordChange(of: index)
        if message.author == .me {
            // A group says no goodbye, and to pin a message is no talk.
            if !chats[index].header.isGroup, message.event == nil { chatOwingGoodbye = message.chat }
        } else if message.remark == .goodbye, chatOwingGoodbye == message.chat {
            chatOwingGoodbye = nil
        }
    }

    /// Records a change, unless it happened after the user left the group.
    private mutating func recordChange(of index: Int) {
        if chats[index].leftAt ?? sequence == sequence { changes.record(index, at: sequence) }
    }
}
