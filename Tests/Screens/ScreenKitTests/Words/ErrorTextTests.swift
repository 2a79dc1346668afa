import ChatTypes
import RuntimeKit
import ScreenKit
import Testing

@Suite struct ErrorTextTests {
    @Test(
        arguments: [
            (ServiceError.refused(.notMember, text: "You have left"), "You have left"),
            (SessionError.unknownChat, "There is no such chat"),
            (SessionError.unusableChat, "The server created a chat that cannot be stored"),
            (SessionError.unusablePage, "The server sent none of the missing messages"),
            (SessionError.stillLoading, "Earlier messages are still being loaded; ask for them again to go on"),
            (
                SessionError.ambiguousName("Bob", ids: ["@1:t", "@2:t", "@3:t", "@4:t", "@5:t", "@6:t"]),
                "Several are called Bob, or look like it: write one of @1:t, @2:t, @3:t, @4:t, @5:t"
            ),
            (
                SessionError.ambiguousAccount("Bob", of: [AccountName("home"), AccountName("work")]),
                "Several accounts have a chat with Bob: show one alone first, by /account home or /account work"
            ),
            (SessionError.notJoined("Eve invites you to a chat"), "Eve invites you to a chat: join before you write"),
            (ServiceError.keysNotShared, "The key cannot be given to the people in this chat yet"),
            (
                TextError.notReaction(limit: 100),
                "A reaction is an emoji or a short text of at most 100 bytes, on one line"
            ),
            (Invitees.InviteError.unusable(.empty), "Please provide a contact name"),
            (Invitees.InviteError.alreadyAdded("Ada"), "Ada was added already"),
            (SessionError.notForwardable, "This message cannot be forwarded"),
            (SessionError.notDownloaded("a.png"), "Downloading a.png; forward it when it has arrived"),
            (ServiceError.tryAgain(after: .seconds(7)), "The server is busy; try again in 7 s"),
            (ServiceError.tryAgain(after: .zero), "The server is busy; try again in 1 s"),
            (ServiceError.tryAgain(after: .milliseconds(300)), "The server is busy; try again in 1 s"),
            (ServiceError.tryAgain(after: .milliseconds(1500)), "The server is busy; try again in 2 s"),
            (ServiceError.unauthorized(text: "logged out"), "logged out"),
            (ServiceError.unreachable, "The server cannot be reached"),
            (ServiceError.responseLost, "The server did not answer"),
            (StorageProblem.diskFull, "the disk is full"),
            (StorageProblem.notWritable, "the data directory cannot be written to"),
            (StorageProblem.damaged, "the history is damaged; it will be set aside at the next start"),
            (StorageProblem.inUse, "another program is holding the history"),
            (StorageProblem.failing(detail: "EIO"), "the disk reports an error (EIO)"),
            (StorageProblem.other(detail: "odd"), "odd"),
            (TextError.empty, "Please type a message first"),
            (
                TextError.tooLong(bytes: 65_537, limit: 65_536),
                "The message is too long: 65537 bytes, and the server takes 65536"
            ),
            (ContactName.NameError.empty, "Please provide a contact name"),
            (ContactName.NameError.tooLong(limit: 100), "A contact name has at most 100 characters"),
            (ContactName.NameError.unprintable, "A contact name holds printable characters only"),
            (Unknown(), "something else"),
        ] as [(any Error, String)]
    )
    func `each error has its text`(error: any Error, text: String) {
        #expect(errorText(error) == text)
    }
}

@Suite struct ConnectionTextTests {
    @Test(arguments: [Connection.LiveLink.connecting, .open, .failing])
    func `failing requests are reported before the live link`(liveLink: Connection.LiveLink) {
        #expect(Connection(requests: .untried, liveLink: liveLink).text == "Connecting…")
        #expect(
            Connection(requests: .failing(.unreachable), liveLink: liveLink).text
                == "Offline, trying again: The server cannot be reached"
        )
    }

    @Test func `the text says that it is offline and when it tries again before the reason`() {
        let busy = Connection(requests: .failing(.tryAgain(after: .milliseconds(6500))), liveLink: .open)
        #expect(busy.text == "Offline, trying again in 7 s: The server is busy")
        let ended = Connection(requests: .failing(.unauthorized(text: "You have logged out")), liveLink: .open)
        #expect(ended.text == "Offline: You have logged out")
    }

    @Test func `the text names the account, if there are several`() {
        var connection = Connection()
        connection.account = AccountName("work")
        #expect(connection.text == "work: Connecting…")
        connection.requests = .working
        #expect(connection.text == nil)
    }

    @Test func `a failing live link has a text, a connecting one has none`() {
        #expect(Connection(requests: .working, liveLink: .open).text == nil)
        #expect(Connection(requests: .working, liveLink: .connecting).text == nil)
        #expect(
            Connection(requests: .working, liveLink: .failing).text
                == "No live connection: news may come a minute late"
        )
    }
}

private struct Unknown: Error, CustomStringConvertible {
    let description = "something else"
}
