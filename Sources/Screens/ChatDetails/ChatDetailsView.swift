public import ChatTypes
public import ScreenKit

/// A view of a chat's details.
public typealias ChatDetailsView = ScreenView<ChatDetailsViewState>

/// A chat's details as a screen shows them: display-ready, immutable, comparable in a test.
public struct ChatDetailsViewState: Sendable, Equatable {
    /// A member of the chat, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        /// The user, the contact, or in a group a member.
        public var id: Author
        /// The name; "You" for the user.
        public var name: String
        /// The role, in a word; `nil` for a usual member.
        public var role: String?

        public init(id: Author, name: String, role: String? = nil) {
            self.id = id
            self.name = name
            self.role = role
        }
    }

    /// A picture or file that was shared in the chat, ready to show.
    public struct File: Sendable, Equatable, Identifiable {
        /// The message that carries it.
        public var id: MessageID
        /// The name, without a path.
        public var name: String
        /// The type and size, such as "application/pdf, 1.2 MB".
        public var detail: String

        public init(id: MessageID, name: String, detail: String = "") {
            self.id = id
            self.name = name
            self.detail = detail
        }
    }

    /// A device of one of the chat's people, ready to show.
    public struct Device: Sendable, Equatable, Identifiable {
        /// The owner and the server's ID.
        public struct ID: Hashable, Sendable {
            /// The owner: the user, the contact, or in a group a member.
            public var owner: Author
            /// The server's ID, which commands use.
            public var device: String

            public init(owner: Author, device: String) { (self.owner, self.device) = (owner, device) }
        }

        /// The owner and the server's ID.
        public var id: ID
        /// The owner's name; "You" for the user.
        public var owner: String
        /// The name that the owner gave it, which nothing proves; empty without one.
        public var name: String
        /// The trust in it.
        public var trust: ChatDevice.Trust
        /// The same in words, such as "not signed by its owner".
        public var trustText: String
        /// The public key in groups of four characters.
        public var fingerprint: String

        public init(
            id: ID,
            owner: String,
            name: String = "",
            trust: ChatDevice.Trust = .signed,
            trustText: String = "",
            fingerprint: String = ""
        ) {
            (self.id, self.owner, self.name) = (id, owner, name)
            (self.trust, self.trustText, self.fingerprint) = (trust, trustText, fingerprint)
        }
    }

    /// The contact's name, or the group's title.
    public var title: String
    /// The contact's ID; `nil` in a group, and while the chat cannot be read.
    public var contact: ContactID?
    /// The group's member count, or the user's state if they are not in it; `nil` in a chat of two.
    public var subtitle: String?
    /// The user's state as a sentence; `nil` while they are in the chat.
    public var stateText: String?
    /// The topic; empty without one.
    public var topic: String
    /// The changes that the user may make, as a sentence; `nil` if there are none, and in a chat of two.
    public var rights: String?
    /// The ID that tells the chat from others of the same title; `nil` if no other has it.
    public var distinction: String?
    /// The members of the group, the user first; in a chat of two, the contact alone.
    public var rows: [Row]
    /// The number of the first row, counted from 1: above it are rows that `.showPrevious` brings back.
    public var firstNumber: Int
    /// The newest first.
    public var files: [File]
    /// The number of the first file, counted from 1.
    public var firstFileNumber: Int
    /// Whether the chat is end-to-end encrypted.
    public var isEncrypted: Bool
    /// The devices of the chat's people, the user's own last; empty in a chat that is not encrypted.
    public var devices: [Device]
    /// Whether there are more devices than these.
    public var hasMoreDevices: Bool
    /// The people whose identity has changed, as a sentence; `nil` if nobody's has.
    public var warning: String?
    /// The ID of that warning, by which the user acknowledges it; `nil` without one.
    public var warningID: String?
    /// Whether `.showMore` would bring more rows or files.
    public var hasMore: Bool
    /// The messages of the chat that notify the user.
    public var notifications: NotificationMode
    /// Whether `.leaveChat` has an effect now.
    public var canLeave: Bool
    /// Whether the request to leave the chat is running.
    public var isLeaving: Bool
    /// Why the rows may be out of date; `nil` while all is well.
    public var status: String?
    /// The newest problem to show; `nil` before the first.
    public var problem: ScreenProblem?

    public init(
        title: String = "",
        contact: ContactID? = nil,
        subtitle: String? = nil,
        stateText: String? = nil,
        topic: String = "",
        rights: String? = nil,
        distinction: String? = nil,
        rows: [Row] = [],
        firstNumber: Int = 1,
        files: [File] = [],
        firstFileNumber: Int = 1,
        isEncrypted: Bool = false,
        devices: [Device] = [],
        hasMoreDevices: Bool = false,
        warning: String? = nil,
        warningID: String? = nil,
        hasMore: Bool = false,
        notifications: NotificationMode = .all,
        canLeave: Bool = false,
        isLeaving: Bool = false,
        status: String? = nil,
        problem: ScreenProblem? = nil
    ) {
        (self.title, self.contact) = (title, contact)
        self.subtitle = subtitle
        self.stateText = stateText
        self.topic = topic
        self.rights = rights
        self.distinction = distinction
        self.rows = rows
        self.firstNumber = firstNumber
        self.files = files
        self.firstFileNumber = firstFileNumber
        self.isEncrypted = isEncrypted
        (self.devices, self.hasMoreDevices) = (devices, hasMoreDevices)
        (self.warning, self.warningID) = (warning, warningID)
        self.hasMore = hasMore
        self.notifications = notifications
        self.canLeave = canLeave
        self.isLeaving = isLeaving
        self.status = status
        self.problem = problem
    }
}

/// An action of the user on this screen.
public enum ChatDetailsAction: Sendable, Equatable {
    /// Shows a page more of members and of files; does nothing unless `hasMore`.
    case showMore
    /// Shows the page before the first row again, and the one before the first file; does nothing unless there is one.
    case showPrevious
    /// Sets what of the chat notifies the user.
    case setNotifications(NotificationMode)
    /// Leaves the chat, or declines an invitation. A refusal by the server is a problem. The screen stays. Does
    /// nothing unless `canLeave`.
    case leaveChat
    /// Joins the chat, or accepts an invitation. A refusal by the server is a problem.
    case joinChat
    /// Changes the group: its members and their roles, its title or its topic. What the user's role does not allow, or the server
    /// refuses, is a problem.
    case change(ChatChange)
    /// Changes the trust in the chat's people and devices; verifying them leads to the verification. What the server refuses is a
    /// problem.
    case changeEncryption(EncryptionChange)
    /// Leaves the screen.
    case leave
}
