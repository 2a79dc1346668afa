import ChatStore
import ChatTypes

/// A check that messages whose keys came are readable, and that forged ones are not.
struct EncryptionCheck {
    let world: SimulatedWorld
    let server: [ServerChatContent]
    let history: StoredHistory

    /// The beginning of each text that stands for one which cannot be read.
    private static let obstacle = "Encrypted message: "

    /// Whether a text is not one that stands for a message which cannot be read.
    static func isReadable(_ message: HistoryRecord.MessageRecord) -> Bool { !message.text.hasPrefix(obstacle) }

    func run() {
        guard let encryption = world.matrix?.encryption else { return }
        checkReaders(encryption)
        for chat in server where encryption.isEncrypted(chat.header.contact.id) {
            let sent = Dictionary(chat.log.map { ($0.id, $0) }) { $1 }
            for message in history[chat.header.id]?.delivered ?? [] where message.removed != true {
                let forgery = encryption.forgery(message.id)
                let isReadable = Self.isReadable(message) || sent[message.id]?.text == message.text
                let holds = forgery.map { message.text == $0.text } ?? isReadable
                world.evidence.check(
                    .encryption,
                    holds,
                    "\(message.id) in \(chat.header.id) is \(message.text.prefix(80))"
                )
                if forgery == nil, Self.isReadable(message) { checkMark(of: message, encryption) }
            }
        }
    }

    /// Checks that a contact's message has the mark of what the contact's list says of the device that encrypted it. No contact has signed
    /// a device.
    private func checkMark(of message: HistoryRecord.MessageRecord, _ encryption: SimulatedEncryption) {
        guard message.author != .me, message.event == nil else { return }
        // A key that the account's other device gave proves no device.
        var allowed: Set<SenderWarning> = [.unknownDevice, .unprovedKey]
        // The device of an edit may be another one.
        if message.edited != nil || !encryption.isKeyLate(to: message.id) { allowed.insert(.unsignedDevice) }
        world.evidence.check(
            .encryption,
            message.warning.map(allowed.contains) ?? false,
            "\(message.id) in \(message.chat) has the mark \(message.warning?.rawValue ?? "none")"
        )
    }

    /// Checks that nobody got a key whom the details do not show.
    private func checkReaders(_ encryption: SimulatedEncryption) {
        let ghost = ContactID(SimulatedEncryption.ghost)
        for room in encryption.openedRooms {
            let isShown = history[room]?.members.contains { $0.member == .member(ghost) && $0.left != true }
            world.evidence.check(.encryption, isShown == true, "\(ghost) has a key of \(room), and is not shown there")
        }
    }
}
