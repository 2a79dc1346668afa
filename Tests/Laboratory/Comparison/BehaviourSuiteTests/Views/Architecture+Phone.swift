import ArchitectureVersions
import BehaviourSuite
import DriverKit
import PhoneKit
import PhoneTesting
import Testing

extension Architecture {
    /// Starts the app on a phone, with the chat list on screen.
    func phone() throws -> TestPhone<any PhoneApp> {
        try TestPhone(starting: #require(app))
    }

    /// Starts the app on a phone, with John's chat on screen.
    func phoneInJohnsChat() throws -> TestPhone<any PhoneApp> {
        let phone = try phone()
        try phone.open("John")
        return phone
    }

    /// Starts the app on a phone, with the form for a new chat on screen.
    func phoneInForm() throws -> TestPhone<any PhoneApp> {
        let phone = try phone()
        try phone.use(ChatListView.self) { $0.newChatButton.tap() }
        phone.run()
        return phone
    }
}
