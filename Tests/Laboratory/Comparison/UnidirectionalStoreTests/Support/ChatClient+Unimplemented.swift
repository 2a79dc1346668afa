import Testing

@testable import UnidirectionalStore

extension ChatClient {
    /// A client whose members fail the test unless they are replaced.
    static let unimplemented = ChatClient(
        run: { Issue.record("run") },
        list: { _, _ in Issue.record("list") },
        timeline: { _, _, _ in Issue.record("timeline") },
        typingNames: { _, _ in Issue.record("typingNames") },
        unreadTotal: { _ in Issue.record("unreadTotal") },
        notifications: { _ in Issue.record("notifications") },
        picture: { _ in
            Issue.record("picture")
            return nil
        },
        contacts: { _, _ in
            Issue.record("contacts")
            return []
        },
        createChat: { _ in
            Issue.record("createChat")
            return adasChat
        },
        connect: { _ in Issue.record("connect") },
        saveDraft: { _, _ in Issue.record("saveDraft") },
        send: { _, _ in Issue.record("send") },
        resend: { _, _ in Issue.record("resend") },
        delete: { _, _ in Issue.record("unsend") },
        edit: { _, _, _ in Issue.record("edit") },
        reply: { _, _, _ in Issue.record("reply") },
        react: { _, _, _ in Issue.record("react") },
        setMuted: { _, _ in Issue.record("setMuted") },
        markRead: { _, _ in Issue.record("markRead") },
        loadEarlier: { _ in Issue.record("loadEarlier") },
        noteTyping: { _ in Issue.record("noteTyping") },
        setTopChat: { _ in Issue.record("setTopChat") },
        setFocus: { _ in Issue.record("setFocus") }
    )

    /// Returns the client with some members replaced.
    static func test(_ replace: (inout ChatClient) -> Void = { _ in }) -> ChatClient {
        var client = unimplemented
        replace(&client)
        return client
    }
}
