/// One of the 64 emoji of a verification, with its English name in the specification.
public struct VerificationEmoji: Sendable, Hashable {
    /// The emoji's number, from 0 to 63.
    public let number: Int
    /// The emoji.
    public let symbol: String
    /// Its English name.
    public let name: String

    /// All emoji in the specification's order.
    public static let all = names.enumerated().map { number, entry in
        VerificationEmoji(number: number, symbol: entry.0, name: entry.1)
    }

    private static let names = [
        ("🐶", "Dog"), ("🐱", "Cat"), ("🦁", "Lion"), ("🐎", "Horse"), ("🦄", "Unicorn"), ("🐷", "Pig"),
        ("🐘", "Elephant"), ("🐰", "Rabbit"), ("🐼", "Panda"), ("🐓", "Rooster"), ("🐧", "Penguin"), ("🐢", "Turtle"),
        ("🐟", "Fish"), ("🐙", "Octopus"), ("🦋", "Butterfly"), ("🌷", "Flower"), ("🌳", "Tree"), ("🌵", "Cactus"),
        ("🍄", "Mushroom"), ("🌏", "Globe"), ("🌙", "Moon"), ("☁️", "Cloud"), ("🔥", "Fire"), ("🍌", "Banana"),
        ("🍎", "Apple"), ("🍓", "Strawberry"), ("🌽", "Corn"), ("🍕", "Pizza"), ("🎂", "Cake"), ("❤️", "Heart"),
        ("😀", "Smiley"), ("🤖", "Robot"), ("🎩", "Hat"), ("👓", "Glasses"), ("🔧", "Spanner"), ("🎅", "Santa"),
        ("👍", "Thumbs Up"), ("☂️", "Umbrella"), ("⌛", "Hourglass"), ("⏰", "Clock"), ("🎁", "Gift"),
        ("💡", "Light Bulb"), ("📕", "Book"), ("✏️", "Pencil"), ("📎", "Paperclip"), ("✂️", "Scissors"), ("🔒", "Lock"),
        ("🔑", "Key"), ("🔨", "Hammer"), ("☎️", "Telephone"), ("🏁", "Flag"), ("🚂", "Train"), ("🚲", "Bicycle"),
        ("✈️", "Aeroplane"), ("🚀", "Rocket"), ("🏆", "Trophy"), ("⚽", "Ball"), ("🎸", "Guitar"), ("🎺", "Trumpet"),
        ("🔔", "Bell"), ("⚓", "Anchor"), ("🎧", "Headphones"), ("📁", "Folder"), ("📌", "Pin"),
    ]
}
