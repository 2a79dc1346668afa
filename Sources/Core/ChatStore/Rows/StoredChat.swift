public import ChatTypes
public import Foundation

/// A chat as a list shows it.
public struct StoredChat: Hashable, Sendable, Identifiable {
    /// The server's; by it lists are sorted where `activity` is the same.
    public let id: ChatID
    /// Who it is with; of a group, its title.
    public let contact: Contact
    /// Nil between two.
    public let group: GroupState?
    /// The time of the newest message, or else of the chat's making: by this lists are sorted.
    public let activity: Date
    /// How many messages of others stand behind our read marker, tombstones not counted.
    public let unreadCount: Int
    /// Whether its messages are neither announced nor counted in the badge.
    public let isMuted: Bool
    /// The last in the outbox that has not failed, else the one at the highest position; nil when there is none.
    public let newest: Newest?

    /// How much of a text is read for a preview: a list is read with every event, and others write the texts.
    public static let previewBytes = 1024

    /// The newest message, as far as a preview needs it.
    public struct Newest: Hashable, Sendable {
        /// Who wrote it: ourselves, the contact, or in a group a member.
        public let author: Author
        /// What its author is called in a group; nil for our own, and between two.
        public let senderName: String?
        /// Its first `previewBytes` bytes at most.
        public let text: String
        /// How many images it has, its file included where that is a picture.
        public let imageCount: Int
        /// What the file is called that it carries.
        public let fileName: String?
        /// Whether its author has taken it back.
        public let isRemoved: Bool
        /// The server's time; one's own until the server's comes.
        public let time: Date
    }
}
