public import ChatTypes
import RuntimeKit

/// Returns the text for an error: a clause or a sentence, without a full stop.
public func errorText(_ error: any Error) -> String {
    switch error {
    case let error as ServiceError: error.text
    case let error as StorageProblem: error.text
    case let fault as SessionError: fault.text
    case let fault as TextError: fault.text
    case let fault as ContactName.NameError: fault.text
    case let fault as Invitees.InviteError: fault.text
    default: "\(error)"
    }
}

extension ServiceError {
    fileprivate var text: String {
        switch self {
        case .refused(_, let text): text
        case .tryAgain(let delay): "The server is busy; try again in \(seconds(delay)) s"
        case .unauthorized(let text): text
        case .unreachable: "The server cannot be reached"
        case .responseLost: "The server did not answer"
        case .keysNotShared: "The key cannot be given to the people in this chat yet"
        }
    }
}

/// Returns a pause in whole seconds, rounded up: an earlier attempt would be refused again.
private func seconds(_ delay: Duration) -> Int64 {
    max(1, (delay + .seconds(1) - .nanoseconds(1)).components.seconds)
}

extension StorageProblem {
    fileprivate var text: String {
        switch self {
        case .diskFull: "the disk is full"
        case .notWritable: "the data directory cannot be written to"
        case .damaged: "the history is damaged; it will be set aside at the next start"
        case .inUse: "another program is holding the history"
        case .failing(let detail): "the disk reports an error (\(detail))"
        case .other(let detail): detail
        }
    }
}

extension SessionError {
    fileprivate var text: String {
        switch self {
        case .unknownChat: "There is no such chat"
        case .unusableChat: "The server created a chat that cannot be stored"
        case .unusablePage: "The server sent none of the missing messages"
        case .stillLoading: "Earlier messages are still being loaded; ask for them again to go on"
        case .ambiguousName(let name, let ids):
            "Several are called \(name), or look like it: write one of \(ids.prefix(5).joined(separator: ", "))"
        case .ambiguousAccount(let name, let accounts):
            "Several accounts have a chat with \(name): show one alone first, by "
                + accounts.map { "/account \($0.rawValue)" }.joined(separator: " or ")
        case .notJoined(let state): "\(state): join before you write"
        case .notForwardable: "This message cannot be forwarded"
        case .notDownloaded(let name): "Downloading \(name); forward it when it has arrived"
        }
    }
}

extension TextError {
    fileprivate var text: String {
        switch self {
        case .empty: "Please type a message first"
        case .tooLong(let bytes, let limit): "The message is too long: \(bytes) bytes, and the server takes \(limit)"
        case .notReaction(let limit): "A reaction is an emoji or a short text of at most \(limit) bytes, on one line"
        }
    }
}

extension ContactName.NameError {
    fileprivate var text: String {
        switch self {
        case .empty: "Please provide a contact name"
        case .tooLong(let limit): "A contact name has at most \(limit) characters"
        case .unprintable: "A contact name holds printable characters only"
        }
    }
}

extension Invitees.InviteError {
    fileprivate var text: String {
        switch self {
        case .unusable(let fault): fault.text
        case .alreadyAdded(let name): "\(name) was added already"
        }
    }
}

extension Connection {
    /// The text about a connection problem, during which content may be out of date; `nil` while all is well.
    ///
    /// A live link that is being reconnected is not mentioned: that happens all the time.
    public var text: String? {
        ownText.map { text in account.map { "\($0): \(text)" } ?? text }
    }

    private var ownText: String? {
        switch requests {
        case .untried: "Connecting…"
        case .failing(.unauthorized(let text)): "Offline: \(text)"
        // The reason comes last, since a narrow terminal may cut it.
        case .failing(.tryAgain(let delay)): "Offline, trying again in \(seconds(delay)) s: The server is busy"
        case .failing(let error): "Offline, trying again: \(errorText(error))"
        case .working: liveLink == .failing ? "No live connection: news may come a minute late" : nil
        }
    }
}
