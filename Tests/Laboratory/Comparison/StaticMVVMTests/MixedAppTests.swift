import ChatTypes
import ClassicMVC
import PhoneKit
import PhoneTesting
import Testing

@testable import StaticMVVM

/// An app of classic MVC in which only the chat is event-driven.
private final class MixedApp: PhoneApp {
    private let process: AppProcess
    private let rest: ClassicMVC.AppDelegate

    init(_ context: AppContext) {
        process = AppProcess(context)
        rest = ClassicMVC.AppDelegate(context)
    }

    func didFinishLaunching() { rest.didFinishLaunching() }
    func setActive(_ isActive: Bool) { rest.setActive(isActive) }
    func significantTimeDidChange() { rest.significantTimeDidChange() }
}

@Suite struct MixedAppTests {
    @Test func `an event-driven chat opens above the list of classic MVC, of which nothing changes`() throws {
        let phone = try TestPhone(starting: MixedApp.self)
        try phone.perform { _, _ in
            BaseNavigationViewController.pushViewController(ChatViewController(for: ChatID("chat-john")))
        }
        phone.run()
        try phone.say("Hello")
        try phone.on(ChatView.self) { chat in
            #expect(chat.title == "John" && chat.table.cells?.contains { $0.text == "Hello" } == true)
        }
        try phone.goBack()
        try phone.on(ChatListView.self) { #expect($0.table.cells?.map(\.preview) == ["Hello"]) }
    }
}
