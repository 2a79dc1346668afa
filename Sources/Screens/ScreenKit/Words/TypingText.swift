/// What is said of a contact who types.
public func typingText(of name: String) -> String {
    "\(name) is typing…"
}
