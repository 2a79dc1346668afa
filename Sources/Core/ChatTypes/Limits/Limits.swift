/// The limits on input from servers, files and people, which protect screens and disks.
public enum Limits {
    /// The bytes of an ID. Items with a longer ID are dropped; a file is stored without its ID.
    public static let idBytes = 512
    /// The characters of the name of a contact, a member or a group. Longer names are cut.
    public static let nameCharacters = 200
    /// The bytes of such a name, because a single character may have any number of them.
    public static let nameBytes = ContactName.byteLimit
    /// The bytes of a message's text, 1 MiB. Longer texts are cut. The user's own texts have the lower limit
    /// `OutgoingMessage.textLimit`.
    public static let textBytes = 1_048_576
    /// The formatted parts of a text. A text of the user's with more is plain; of others' texts, later parts are plain.
    public static let spans = 1000
    /// The bytes of the addresses of a text's links. Later links are plain text.
    public static let spanBytes = 65_536
    /// The bytes of a web address. Longer ones are no links.
    public static let addressBytes = 2000
    /// The levels of lists and quotes within each other that are told apart.
    public static let formatLevels = 8
    /// The bytes of a cursor. A message with a longer one is dropped, and a longer sync cursor is not stored.
    public static let cursorBytes = 8192
    /// The images of one message. A higher number counts as this one.
    public static let imageCount = 10_000
    /// The members of one group. Further members are not stored.
    public static let members = 5000
    /// The pinned messages of one chat, of which the last count. Earlier ones are not stored.
    public static let pins = 1000
    /// The spaces that one chat is in. Further ones are not stored.
    public static let spaces = 100
    /// The devices of a chat's people that are shown.
    public static let devices = 100
    /// The bytes of a contact's picture, 4 MiB. Larger pictures are ignored.
    public static let pictureBytes = 4_194_304
    /// The bytes of one file, sent or downloaded: 2 GiB.
    public static let fileBytes: Int64 = 1 << 31
    /// The bytes of a file that are read, written and sent at once.
    public static let filePartBytes = 1 << 18
    /// The bytes of a file's name. A longer name is cut before its extension.
    public static let fileNameBytes = 255
    /// The bytes of a file's type. A longer type becomes `MediaType.unknown`.
    public static let mediaTypeBytes = 127
    /// The bytes of the reason for a failure. A longer reason is cut.
    public static let reasonBytes = 1024
    /// The bytes of a chat's topic. A longer topic is cut.
    public static let topicBytes = 4096
    /// The bytes of a reason, a title or a topic in the line about an event. Longer ones are cut.
    public static let eventBytes = 300
    /// The bytes of a reaction. Longer ones are dropped.
    public static let reactionBytes = 32
    /// The reactions to one message that are stored, of all people and texts. Further ones of others are dropped.
    public static let reactions = 1000
    /// The reactions of one person to one message that are stored. Further ones of others are dropped.
    public static let reactionsOfAuthor = 20
    /// The different texts of reactions that a host shows below a message before the user asks for all of them.
    public static let reactionTexts = 20
    /// The names of people that are shown for one of these texts.
    public static let reactionNames = 10
    /// The answers of a poll. Further ones are cut.
    public static let pollAnswers = 20
    /// The bytes of a poll's question. A longer one is cut.
    public static let pollQuestionBytes = 4096
    /// The bytes of an answer of a poll. A longer one is cut.
    public static let pollAnswerBytes = 1024
    /// The bytes of a typed poll, of which an event has room for two copies.
    public static let pollBytes = 16_384
    /// The people whose votes in one poll are stored. Votes of further people are dropped.
    public static let votes = 5000
    /// The threads of one chat whose unread answers a server counts. The counts of further threads are dropped.
    public static let countedThreads = 10_000
    /// The highest number of an annotation. Higher numbers mark edits that the server does not have.
    public static let annotationNumber: Int64 = 1 << 62
    /// The highest number of a membership. Memberships with a higher number are dropped.
    public static let membershipNumber: Int64 = 1 << 62
    /// The words of a search text that are searched for.
    public static let searchWords = 16
    /// The characters of a search text that are read before it is split into words.
    public static let searchCharacters = 256
    /// The bytes of that text, because a single character may have any number of them.
    public static let searchBytes = 4096
}
