/// One thing that somebody does in a session, or that befalls it. Numbers choose among what is there at that moment.
public enum Step: Hashable, Sendable {
    case open(row: Int)
    case leave
    case create(name: Int)
    case type(name: Int)
    case send(text: Int)
    case draft(text: Int)
    case resend
    case search(word: Int)
    case more
    case lookAway
    case lookBack
    /// Leaves the app in an orderly way, and starts it again.
    case restart
    case wait(seconds: Int)
    /// A contact writes so many messages at once.
    case contactWrites(chat: Int, text: Int, count: Int, images: Int)
    case fault(Fault)
    /// Everything is well again for a while, and all that must hold then is checked.
    case calm

    var fault: Fault? {
        if case .fault(let fault) = self { fault } else { nil }
    }
}
