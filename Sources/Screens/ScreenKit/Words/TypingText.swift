/// What is said of a contact who types.
public func typingText(of name: String) -> String {
    "\(name) is typing…"
}

/// What is said of those who type, of whom two at most are named; nil while nobody does.
public func typingText(of names: [String]) -> String? {
    switch names.count {
    case 0: return nil
    case 1: return typingText(of: names[0])
    case 2: return "\(names[0]) and \(names[1]) are typing…"
    default: return "\(names[0]) and \(names.count - 1) others are typing…"
    }
}
