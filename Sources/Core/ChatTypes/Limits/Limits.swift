/// What is taken at most from a server, a file or a person: none of them is trusted to keep within what screens and
/// disks can bear.
public enum Limits {
    /// Of an id; what has a longer one is left out, but for a file: that is kept without.
    public static let idBytes = 512
    /// Of the name of a contact or a member, or a group's title; a longer one is cut.
    public static let nameCharacters = 200
    /// Of such a name, too: a single character may have any number of bytes.
    public static let nameBytes = ContactName.byteLimit
    /// Of a message's text, 1 MiB; a longer one is cut. One's own has a lower limit, `OutgoingMessage.textLimit`.
    public static let textBytes = 1_048_576
    /// Of a cursor; a message with a longer one is left out, and a longer one of a sync is not kept.
    public static let cursorBytes = 8192
    /// Of one message; what says more counts as having so many.
    public static let imageCount = 10_000
    /// Of one group; who comes beyond them is not kept.
    public static let members = 5000
    /// Of a contact's picture, 4 MiB; a larger one is not taken.
    public static let pictureBytes = 4_194_304
    /// Of one file, sent or fetched: 2 GiB.
    public static let fileBytes: Int64 = 1 << 31
    /// What is read, written and sent of a file in one go.
    public static let filePartBytes = 1 << 18
    /// Of a file's name; a longer one is cut before the end that says its kind.
    public static let fileNameBytes = 255
    /// Of a file's type; a longer one becomes `MediaType.unknown`.
    public static let mediaTypeBytes = 127
    /// Of the reason why something failed; a longer one is cut.
    public static let reasonBytes = 1024
    /// Above it are the numbers of edits that the server does not know of yet.
    public static let editNumber: Int64 = 1 << 62
    /// The highest number that a membership can have; one with a higher number is left out.
    public static let membershipNumber: Int64 = 1 << 62
    /// How much of what is typed into a search field is looked for.
    public static let searchWords = 16
    /// Of what is typed into a search field, before it is taken apart into words.
    public static let searchCharacters = 256
    /// Of that text, too: a single character may have any number of bytes.
    public static let searchBytes = 4096
}
