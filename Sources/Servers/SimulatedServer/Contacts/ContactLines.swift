import ChatTypes
import RuntimeKit

/// The kind of a contact's next line.
enum LineKind: String, Codable, Hashable, Sendable {
    case greeting
    case question
    case comment
    case goodbye

    /// The lines to choose from.
    var lines: [String] {
        switch self {
        case .greeting: Self.greetings
        case .question: Self.questions
        case .comment: Self.comments
        case .goodbye: Self.goodbyes
        }
    }

    private static let greetings = [
        "Hi!", "Hello there!", "Hey, good to hear from you!", "Oh, hi! What a nice surprise.", "Hello, stranger!",
        "Hi, I was just thinking of you.", "Good to see you here!", "Hey you!", "Well, hello!",
        "Hi! You caught me at a good moment.", "Hello! It has been a while.", "There you are!",
        "Hey! I hoped you would write.", "Hi, hi, hi!", "Greetings from the train!", "Hello! Give me a second… done.",
        "Ah, finally a friendly name on this screen.", "Hi! Coffee in hand, ready to chat.", "Hey, look who it is!",
        "Hello! Don’t mind my typing, it is cold here.", "Morning! Or is it evening where you are?",
        "Hi! I nearly wrote to you yesterday.", "Hey! Great timing.", "Hello, hello. Can you read me?",
    ]

    private static let questions = [
        "How are you?", "What are you up to?", "How was your day?", "Did you get any sleep?", "Are you still at work?",
        "Have you eaten yet?", "Is it raining where you are too?", "Did you see the match last night?",
        "When do we meet again?", "Have you finished [that book](https://example.org/book)?",
        "Any plans for the weekend? | Yes | No | Not yet",
        "Did you ever find your keys?", "How is the new place?", "Are you coming on Friday?",
        "What was the name of that café?", "Do you remember the lighthouse?", "Have you heard from the others?",
        "Can you recommend a film?", "Is your bicycle repaired?", "How did the exam go?",
        "What shall I bring? | Cake | Salad | Nothing",
        "Who won in the end?", "Did the parcel arrive?", "What would you cook for six people?",
        "Have you ever tried to teach a cat anything?", "Where did you take that photograph?",
    ]

    private static let comments = [
        "That makes sense.", "Ha, I knew it!", "I had not thought of that.", "You are probably right.",
        "Sounds good to me.", "**No way!**", "Tell me more when we meet.", "I would have done the same.",
        "That reminds me of last summer.", "Wonderful.", "Let me think about it.", "My sister says exactly that.",
        "/me is still laughing", "It could be worse.", "I have to write that down.", "One can dream.",
        "The neighbours are singing again.", "I burnt the toast while reading this.", "Fair enough.",
        "> roses are red\nYou should be a poet.", "I will believe it when I _see_ it.", "The dog agrees, by the way.",
        "I read it twice and I like it more each time.", "We should do that again.", "My battery is at `4 %`.",
        "The bus is late, so I have time.", "I found the old photographs!", "It smells of rain here.",
        "*Not* in a hundred years.", "Count me in.", "I am in the queue for ice cream.", "You had me at “free”.",
        "That is the best news this week.", "I will ask around.", "Somebody is playing the piano next door.",
        "It is the little things.", "I told them, and nobody believed me.", "Same here.", "Now I am hungry.",
        "Good point, well made.", "I owe you one.", "This calls for:\n- ~~tea~~ coffee\n- cake",
        "Let us keep that between us.",
    ]

    private static let goodbyes = [
        "Bye!", "See you!", "Talk to you later.", "Take care!", "Good night, then.", "Until tomorrow!",
        "Ah, you are gone already. Bye!", "I have to run as well. See you soon!", "Goodbye, and thank you.",
        "It was nice to chat with you.", "So long!", "Sleep well!", "Write when you are back.", "Catch you later!",
        "Mind the step on your way out.", "Bye for now!", "All the best!", "Off you go, then. Bye!",
        "Let us continue tomorrow.", "Ciao!", "Have a good one!", "Safe travels!", "Later!",
        "Bye, and say hello to all!",
    ]
}

extension LineKind {
    /// Returns any of the lines except the last one said.
    func line(after last: String?, from random: RandomSource) -> String {
        let choice = random.integer(in: 0...(lines.count - 1))
        return Self.text(of: lines[choice]) == last ? lines[(choice + 1) % lines.count] : lines[choice]
    }

    /// The poll that a line asks, which has answers; nil for any other line.
    static func poll(in line: String) -> Poll? { try? Poll.accepting(line) }

    private static func text(of line: String) -> String { poll(in: line)?.text ?? TypedText.read(line).text }
}
