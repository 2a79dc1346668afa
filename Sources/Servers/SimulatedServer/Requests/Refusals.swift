import ChatTypes

extension ServiceError {
    /// Creates the refusal of a text; nil without a fault.
    init?(_ fault: TextError?) {
        switch fault {
        case .empty: self = .emptyMessage
        case .tooLong: self = .tooLong
        case .notReaction: self = .notReaction
        case nil: return nil
        }
    }

    static let emptyMessage = refused(.emptyMessage, text: "An empty message cannot be sent")
    static let tooLong = refused(
        .tooLong,
        text: "A message can have at most \(OutgoingMessage.textLimit) bytes of text; shorten it"
    )
    static let unknownChat = refused(
        .unknownChat,
        text: "The server does not know this chat: it can be read; to write in it, bring back the server's journal, too"
    )
    static let unknownCursor = refused(.unknownCursor, text: "The server does not know this place; start again")
    static let unknownMessage = refused(.unknownMessage, text: "The chat holds no such message")
    static let noThread = refused(.unknownMessage, text: "No thread can begin with this message")
    static let noPoll = refused(.unknownMessage, text: "This is not a poll that goes on")
    static let notReaction = refused(
        .tooLong,
        text: "A reaction can have at most \(Limits.reactionBytes) bytes of text"
    )
    static let unknownFile = refused(.unknownFile, text: "The server does not have that file")
    static let damagedFile = refused(.damagedFile, text: "The file came damaged; send it again")
    static let tooLarge = refused(.tooLarge, text: "A file can have at most \(Limits.fileBytes) bytes")
    static let unknownMember = refused(.unknownMember, text: "The chat has no such member")
    static let tooFewPeople = refused(.tooFewPeople, text: "A group needs someone beside yourself")
    static let tooManyPeople = refused(.tooManyPeople, text: "A group can have at most \(Limits.members) people")
    static let banned = refused(.notMember, text: "You are banned from this group")
    static let notAllowed = refused(.notAllowed, text: "Your role does not allow this")
    static let notMember = refused(.notMember, text: "Who has left a group can do nothing in it")
    static let noGroup = refused(.noMembership, text: "Only a group can be changed; this chat is between two")
    static let noMembership = refused(.noMembership, text: "A chat between two is neither joined nor left")
}
