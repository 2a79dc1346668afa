/// What is taken at most from a server, a file or a person: none of them is trusted to keep within what screens and
/// disks can bear.
public enum Limits {
    public static let idBytes = 512
    public static let nameCharacters = 200
    public static let nameBytes = ContactName.byteLimit
    public static let textBytes = 1_048_576
    public static let cursorBytes = 8192
    public static let imageCount = 10_000
    /// Of one group; who comes beyond them is not kept.
    public static let members = 5000
    public static let pictureBytes = 4_194_304
    /// Of one file, sent or fetched: 2 GiB.
    public static let fileBytes: Int64 = 1 << 31
    /// What is read, written and sent of a file in one go.
    public static let filePartBytes = 1 << 18
    public static let fileNameBytes = 255
    public static let mediaTypeBytes = 127
    public static let reasonBytes = 1024
    /// Above it are the numbers of edits that the server does not know of yet.
    public static let editNumber: Int64 = 1 << 62
    public static let membershipNumber: Int64 = 1 << 62
    /// How much of what is typed into a search field is looked for.
    public static let searchWords = 16
    public static let searchCharacters = 256
    public static let searchBytes = 4096
}
