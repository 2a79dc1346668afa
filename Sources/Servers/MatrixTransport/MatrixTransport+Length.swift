public import ChatTypes
import JSONKit

extension MatrixTransport {
    /// The bytes of an event (client-server API, size limits).
    private static let eventBytes = 65_536
    /// The bytes that the homeserver adds: hashes, signatures, the events before, and the room's and the sender's ids.
    private static let envelopeBytes = 3_000

    /// Returns how many bytes of a text are too many for an event of a room.
    ///
    /// An encrypted event has the content within base64, which takes a third more. A text that is too long is sent without HTML.
    public func excess(of text: FormattedText, in chat: ChatID) async -> Int {
        let isEncrypted = (try? await ledger.read { try $0.rooms.isEncrypted(chat) }) ?? true
        let room = Self.eventBytes - Self.envelopeBytes
        let limit = isEncrypted ? room / 4 * 3 : room
        let members = Self.body(text)
        let length = JSONText.object(members).bytes.count
        guard length > limit else { return 0 }
        // Escaped characters take more bytes than they have, so that as large a part of the text must go.
        let count = text.text.utf8.count
        return min(count, max(1, count - count * limit / length))
    }
}
