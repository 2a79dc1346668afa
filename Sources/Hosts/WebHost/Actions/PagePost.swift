import ChatTypes
import JSONKit

/// The body of a request with actions.
///
/// Everything in it may be wrong: unreadable parts count as missing, and an unknown action does nothing.
struct PagePost: Sendable {
    /// The most actions of one request.
    static let actionLimit = 100

    /// The name that the page gave itself.
    let page: String
    /// The number of the request on its page, counted from 1: a repeated one was performed before. Zero for one without actions.
    let number: Int
    /// The stream that the page reads.
    let stream: Int
    /// The number of the newest line of that stream that the page has painted.
    let painted: Int
    let actions: [PageAction]

    /// Nil for anything but an object in JSON.
    init?(_ body: [UInt8]) {
        guard let document = try? JSONDocument(body, limits: JSONLimits(depth: 8, values: 10_000)),
            document.root.isObject
        else { return nil }
        let root = document.root
        page = root["page"]?.string ?? ""
        stream = root["stream"]?.int ?? 0
        number = root["number"]?.int ?? 0
        painted = root["painted"]?.int ?? 0
        actions = (root["actions"]?.elements ?? []).prefix(Self.actionLimit).compactMap { PageAction($0) }
    }
}

/// An action of the page: the screen, the name of the action and its values, as far as there are any.
struct PageAction: Sendable, Equatable {
    let screen: String
    let name: String
    var chat: ChatID?
    /// The root of the thread that is shown of the chat.
    var thread: MessageID?
    /// Whether the list of the chat's threads is shown.
    var showsThreads = false
    var message: MessageID?
    var text = ""
    var reason = ""
    var isOn = false
    var number: Int?
    /// The chats that are in sight.
    var chats: [ChatID] = []

    init?(_ value: JSONValue) {
        guard let screen = value["screen"]?.string, let name = value["name"]?.string else { return nil }
        (self.screen, self.name) = (screen, name)
        chat = value["chat"]?.id.map { ChatID($0) }
        thread = value["thread"]?.id.map { MessageID($0) }
        showsThreads = value["threads"]?.bool ?? false
        message = value["message"]?.id.map { MessageID($0) }
        text = value["text"]?.string ?? ""
        reason = value["reason"]?.string ?? ""
        isOn = value["on"]?.bool ?? false
        number = value["number"]?.int
        chats = (value["chats"]?.elements ?? []).prefix(200).compactMap { $0.id.map { ChatID($0) } }
    }
}

extension PageAction {
    /// The part of the chat that it is about.
    var part: TimelinePart { thread.map(TimelinePart.thread) ?? (showsThreads ? .threads : .main) }
}

extension JSONValue {
    fileprivate var int: Int? { integer.flatMap { Int(exactly: $0) } }

    /// A text that may be an ID.
    fileprivate var id: String? { string.flatMap { $0.utf8.count <= Limits.idBytes && !$0.isEmpty ? $0 : nil } }
}
