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
            }
        }
    }
}
