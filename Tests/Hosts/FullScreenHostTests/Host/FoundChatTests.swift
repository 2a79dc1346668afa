import ChatTypes
import Foundation
import Testing

@testable import FullScreenHost

/// The chats of several accounts in the switcher.
@Suite struct FoundChatTests {
    private func found(_ account: AccountName, _ id: String, _ title: String = "Ada", at time: Double) -> FoundChat {
        FoundChat(chat: ChatID(id).of(account), title: title, time: Date(timeIntervalSince1970: time))
    }

    private let home = AccountName("@me:home")
    private let work = AccountName("@me:work")

    @Test func `they are in one order, and only what looks the same in two accounts names its account`() {
        let all = [
            found(home, "1", at: 2), found(home, "2", "Bob", at: 1), found(work, "3", at: 3),
            found(work, "4", "Eve", at: 5), found(work, "5", "Eve", at: 4),
        ]
        let titles = FoundChat.ofSeveralAccounts(all).map(\.title)
        #expect(titles == ["Eve", "Eve", "Ada (\(work))", "Ada (\(home))", "Bob"])
    }

    @Test func `beyond fifty the oldest are left out`() {
        let all = (1...51).map { found($0 < 26 ? home : work, "\($0)", "\($0)", at: Double($0)) }
        let titles = FoundChat.ofSeveralAccounts(all).map(\.title)
        #expect(titles == (2...51).reversed().map(String.init))
    }
}
