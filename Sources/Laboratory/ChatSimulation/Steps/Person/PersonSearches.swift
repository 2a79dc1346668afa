import ChatApp
import ChatList
import ChatTypes
import DriverKit
import ScreenKit

/// The user searches for a word and ends the search.
struct PersonSearches: PersonStep {
    let word: Int

    private var text: String { OddTexts.words[word % OddTexts.words.count] }

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard shown.stack.last == .chatList else { return }
        await shown.list?.module.perform(.search(text))
        await shown.list?.module.perform(.search(""))
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard screen.list != nil else { return }
        await person.perform(.search(text))
        await person.wait(.milliseconds(300))
        await person.perform(.search(""))
    }
}
