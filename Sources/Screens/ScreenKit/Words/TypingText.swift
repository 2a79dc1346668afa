/// What is said of those who type, of whom two at most are named; nil while no one does.
public func typingText(of names: [String]) -> String? {
    switch names.count {
    case 0: return nil
    case 1: return "\(names[0]) is typing…"
    case 2: return "\(names[0]) and \(names[1]) are typing…"
    default: return "\(names[0]) and \(names.count - 1) others are typing…"
    }
}
