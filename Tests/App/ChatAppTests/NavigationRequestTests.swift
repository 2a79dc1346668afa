import ChatTypes
import Testing

@testable import ChatApp

/// The screens to which requests lead, and the requests that wait.
@Suite struct NavigationRequestTests {
    private static let ada = ChatID("a")
    private static let ben = ChatID("b")
    private static let root = MessageID("r")

    @Test(
        arguments: [
            [.chatList], [.chatList, .chat(ada)], [.chatList, .chat(ada, at: root)],
            [.chatList, .chat(ada), .details(of: ada)], [.chatList, .chat(ada), .pins(of: ada)],
            [.chatList, .pictures(of: ada)], [.chatList, .chat(ada), .threads(of: ada), .thread(root, of: ada)],
            [.chatList, .chat(ada), .verification], [.chatList, .verification], [.chatList, .createChat],
        ] as [[AppScreen]]
    )
    func `a chat from outside replaces all that is about the chat on top, and never the list`(stack: [AppScreen]) {
        let destination = NavigationRequest.replace(.chat(Self.ben)).destination(on: stack)
        #expect(destination == Destination(depth: 1, next: .chat(Self.ben)))
    }

    @Test func `a screen of another chat stays below the one that is replaced`() {
        let stack: [AppScreen] = [.chatList, .chat(Self.ben), .details(of: Self.ada)]
        let other = AppScreen.chat(ChatID("c"))
        #expect(NavigationRequest.replace(other).destination(on: stack) == Destination(depth: 2, next: other))
    }

    @Test func `a chat that is on the stack is returned to, and replaced where it is at another message`() {
        let stack: [AppScreen] = [.chatList, .chat(Self.ada, at: Self.root), .details(of: Self.ada)]
        for request in [NavigationRequest.push(.chat(Self.ada)), .replace(.chat(Self.ada))] {
            #expect(request.destination(on: stack) == Destination(depth: 2))
            #expect(request.destination(on: Array(stack.prefix(2))) == nil, "it is on top")
        }
        let found = AppScreen.chat(Self.ada, at: MessageID("m"))
        for request in [NavigationRequest.push(found), .replace(found)] {
            #expect(request.destination(on: stack) == Destination(depth: 1, next: found))
        }
    }

    @Test func `a verification is shown once, above any screen or where it is`() {
        let request = NavigationRequest.push(.verification)
        let list: [AppScreen] = [.chatList]
        #expect(request.destination(on: list) == Destination(depth: 1, next: .verification))
        #expect(request.destination(on: list + [.verification]) == nil)
        #expect(request.destination(on: list + [.verification, .chat(Self.ada)]) == Destination(depth: 2))
    }

    @Test func `going back leaves one screen, and not the list`() {
        let stack: [AppScreen] = [.chatList, .chat(Self.ada), .details(of: Self.ada)]
        #expect(NavigationRequest.pop.destination(on: stack) == Destination(depth: 2))
        #expect(NavigationRequest.pop.destination(on: [.chatList]) == nil)
    }

    @Test func `requests of a covered screen are dropped, and those from outside wait`() async {
        func isChat(_ request: NavigationRequest?) -> Bool { if case .push(.chat)? = request { true } else { false } }
        let queue = NavigationQueue()
        queue.setTop(depth: 1)
        queue.post(.push(.createChat), fromDepth: 1)
        queue.post(.push(.chat(Self.ada)))
        queue.setTop(depth: 2)
        queue.post(.push(.createChat), fromDepth: 1)
        queue.post(.pop, fromDepth: 2)
        // So that the test ends even if the others are lost.
        queue.post(.push(.createChat))
        #expect(isChat(await queue.next()))
        if case .pop? = await queue.next() {} else { Issue.record("the screen on top is heard next") }
    }
}

/// The account that is meant where none is named.
@Suite struct AccountUseTests {
    private let home = AccountName("@me:home")
    private let work = AccountName("@me:work")
    private let use = AccountUse()

    private func note(_ account: AccountName) { use.note(chat: ChatID("a").of(account)) }

    @Test func `a screen of an account shows the same, of the chat as it is called among all accounts`() {
        let (chat, there, message) = (ChatID("a"), ChatID("a").of(work), MessageID("m"))
        let screens: [(AppScreen, AppScreen)] = [
            (.chat(chat, at: message), .chat(there, at: message)), (.details(of: chat), .details(of: there)),
            (.thread(MessageID("r"), of: chat, at: message), .thread(MessageID("r"), of: there, at: message)),
            (.threads(of: chat), .threads(of: there)), (.pictures(of: chat), .pictures(of: there)),
            (.pins(of: chat), .pins(of: there)), (.createChat, .createChat), (.verification, .verification),
        ]
        for (own, joined) in screens { #expect(own.of(work) == joined && joined.of(nil) == own) }
    }

    @Test func `a new chat is of the account that is shown alone, or else of the chat opened last`() {
        #expect(use.ofNewChats == nil)
        note(home)
        #expect(use.ofNewChats == home)
        use.note(shown: work)
        note(home)
        #expect(use.ofNewChats == work)
        use.note(shown: nil)
        #expect(use.ofNewChats == home)
    }

    @Test func `a verification that goes on stays on screen, whatever another account says or the user opens`() {
        #expect(use.noteVerification(of: work, isThere: true, goesOn: true))
        note(home)
        #expect(use.verifying == work && use.ofNewChats == home)
        #expect(!use.noteVerification(of: home, isThere: false, goesOn: false))
        #expect(use.verifying == work)
        // It has ended, and its result stays until another chat is opened.
        #expect(use.noteVerification(of: work, isThere: true, goesOn: false))
        #expect(use.verifying == work)
        note(home)
        #expect(use.verifying == home)
        #expect(use.noteVerification(of: work, isThere: true, goesOn: true), "a new request comes first")
        #expect(use.verifying == work)
    }
}
