import ChatList
public import ChatSession
import ChatStore
public import ChatTypes
import RuntimeKit
import ScreenKit
import Synchronization

/// An account whose chats an app shows, with its session.
public struct AppAccount: Sendable {
    /// The name by which the app tells it from others; `nil` in an app with one account.
    public let name: AccountName?
    /// The session, which knows its chats without the account: `ChatID.of(nil)`.
    public let session: Session
    /// The models of the screens: the session itself, unless a simulation puts something in between.
    package var models: ScreenModels
}

/// The accounts of an app, and which of them the user used last.
struct AppAccounts: Sendable {
    /// At least one.
    var all: [AppAccount]
    private let use = AccountUse()

    init(_ all: [AppAccount]) { self.all = all }

    /// The model of the list.
    var chatList: any ChatListModel {
        all.count == 1 ? all[0].models.chatList : JoinedChatList(accounts: all, use: use)
    }

    /// Returns the account of a chat; for none, the one that new chats are for.
    func account(of chat: ChatID?) -> AppAccount {
        let name = chat.map(\.account) ?? use.ofNewChats
        return all.first { $0.name == name } ?? all[0]
    }

    func account(on screen: AppScreen) -> AppAccount {
        let name = screen == .verification ? use.verifying : (screen.chat ?? screen.subject)?.account ?? use.ofNewChats
        return all.first { $0.name == name } ?? all[0]
    }

    /// Tells the sessions which part of a chat the user looks at.
    func setTopScreen(_ screen: AppScreen?) {
        let subject = screen?.chat ?? screen?.subject
        let part = screen?.part
        for account in all {
            let chat = part == nil ? nil : subject.flatMap { $0.account == account.name ? $0.of(nil) : nil }
            account.session.setTopChat(chat, showing: chat == nil ? .main : part ?? .main)
        }
        guard let chat = subject else { return }
        use.note(chat: chat)
    }

    /// Records what an account reports of a verification. Returns false if another account's is to stay on screen.
    func noteVerification(of account: AppAccount, isThere: Bool, goesOn: Bool) -> Bool {
        use.noteVerification(of: account.name, isThere: isThere, goesOn: goesOn)
    }

    /// Returns the chat of that name, ID or alias, in the account whose chats alone are shown, or in all; `nil` if there is none.
    ///
    /// An account that fails hinders no other. Throws what it throws if none has the chat, or `SessionError.ambiguousAccount`.
    func chat(withContactNamed name: String) async throws -> ChatID? {
        try await JoinedChatList(accounts: all, use: use).chat(withContactNamed: name)
    }

    /// Returns the chat at a place of the list in an order, from 1, of a space, of those with an unsent text, or of all; `nil` if there is
    /// none. Throws a `StorageProblem`.
    func chat(atPlace place: Int, in order: ChatOrder, of space: ChatSpace?, isOfDrafts: Bool) async throws -> ChatID? {
        let rows = RowRange(offset: place - 1, limit: 1)
        var request = ChatListRequest(rows: rows, account: use.shown, order: order, space: space)
        request.isOfDrafts = isOfDrafts
        return try await chatList.chats(request).first { _ in true }?.content.get().summaries.first?.id.chat
    }

    /// Returns the first chat with unread messages besides the open one, in the account whose chats alone are shown, or in all; `nil` if
    /// there is none.
    ///
    /// A history that cannot be read hinders no other. Throws the errors of `Session.read` if there is no other chat.
    func firstUnreadChat(besides open: ChatID?) async throws -> ChatID? {
        let shown = use.shown
        var failure: (any Error)?
        for account in all where shown == nil || account.name == shown {
            let here = open.flatMap { $0.account == account.name ? $0.of(nil) : nil }
            do {
                if let chat = try await account.session.read({ try $0.firstUnreadChat(besides: here) }) {
                    return chat.of(account.name)
                }
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return nil
    }
}

/// Which account the user used last, for what names none.
final class AccountUse: Sendable {
    private struct State {
        var shown: AccountName?
        var opened: AccountName?
        var verifying: AccountName?
        var goesOn = false
    }

    private let state = Mutex(State())

    /// The account whose chats alone are shown; `nil` for all.
    var shown: AccountName? { state.withLock { $0.shown } }

    /// The account that new chats are for: the one that is shown alone, or else that of the chat opened last.
    var ofNewChats: AccountName? { state.withLock { $0.shown ?? $0.opened } }

    /// The account whose verification was reported last, or was begun in a chat.
    var verifying: AccountName? { state.withLock { $0.verifying } }

    func note(shown: AccountName?) { state.withLock { $0.shown = shown } }

    func note(chat: ChatID) {
        state.withLock { state in
            state.opened = chat.account
            if !state.goesOn { state.verifying = chat.account }
        }
    }

    func noteVerification(of account: AccountName?, isThere: Bool, goesOn: Bool) -> Bool {
        state.withLock { state in
            if isThere { state.verifying = account }
            guard state.verifying == account else { return false }
            state.goesOn = goesOn
            return true
        }
    }
}
