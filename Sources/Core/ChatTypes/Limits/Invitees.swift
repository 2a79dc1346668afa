/// Whom a chat is to be made with: the name that is typed, and those that were added before it. Several are a group.
public struct Invitees: Hashable, Sendable {
    /// Why someone cannot be added.
    public enum Fault: Error, Hashable, Sendable {
        /// The name is none that can be used.
        case unusable(ContactName.Fault)
        /// Someone of this name was added before.
        case alreadyAdded(String)
    }

    /// The name that is typed and not added yet; empty at first, and it may have a fault.
    public var typed = ContactName("")
    /// In the order in which they were added; no two of them are the same.
    public private(set) var added: [ContactName] = []

    public init() {}

    /// Why no chat can be made with them; nil when one can. Nothing needs to be typed beside those who were added.
    public var fault: ContactName.Fault? {
        typed.fault == .empty && !added.isEmpty ? nil : typed.fault
    }

    /// Takes the name that is typed among those who were added; then nothing is typed.
    ///
    /// Throws why that cannot be; then all stays as it is.
    public mutating func add() throws(Fault) {
        if let fault = typed.fault { throw .unusable(fault) }
        if contains(typed) { throw .alreadyAdded(typed.text) }
        added.append(typed)
        typed = ContactName("")
    }

    /// Takes one who was added back, however the name is spelled.
    public mutating func remove(_ name: ContactName) {
        added.removeAll { $0.key == name.key }
    }

    /// Whether someone of that name was added.
    public func contains(_ name: ContactName) -> Bool {
        added.contains { $0.key == name.key }
    }

    /// All of them, each once; who is typed comes last.
    public var names: [String] {
        (typed.fault != nil || contains(typed) ? added : added + [typed]).map(\.text)
    }
}
