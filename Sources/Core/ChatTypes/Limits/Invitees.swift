/// The people to create a chat with: the typed name, and those added before. Two or more people form a group.
public struct Invitees: Hashable, Sendable {
    /// The reason why a person cannot be added.
    public enum InviteError: Error, Hashable, Sendable {
        /// The name is not valid.
        case unusable(ContactName.NameError)
        /// A person of this name was added before.
        case alreadyAdded(String)
    }

    /// The typed name that is not added yet; initially empty, and it may have an error.
    public var typed = ContactName("")
    /// The added names in their order, without duplicates.
    public private(set) var added: [ContactName] = []

    public init() {}

    /// The reason why no chat can be created; nil if one can. The typed name may be empty once people were added.
    public var error: ContactName.NameError? {
        typed.error == .empty && !added.isEmpty ? nil : typed.error
    }

    /// Adds the typed name, and clears it.
    ///
    /// Throws the reason if that is impossible, and changes nothing then.
    public mutating func add() throws(InviteError) {
        if let error = typed.error { throw .unusable(error) }
        if contains(typed) { throw .alreadyAdded(typed.text) }
        added.append(typed)
        typed = ContactName("")
    }

    /// Removes an added name, however it is spelled.
    public mutating func remove(_ name: ContactName) {
        added.removeAll { $0.key == name.key }
    }

    /// Whether a person of that name was added.
    public func contains(_ name: ContactName) -> Bool {
        added.contains { $0.key == name.key }
    }

    /// All names without duplicates; the typed one comes last.
    public var names: [String] {
        (typed.error != nil || contains(typed) ? added : added + [typed]).map(\.text)
    }
}

extension Invitees {
    /// The title of a group of these people: their names, or as many as fit.
    public var title: String { groupTitle(of: names) }
}

/// Returns the title of a group of people with these names.
package func groupTitle(of names: [String]) -> String {
    var title = ""
    for (index, name) in names.enumerated() {
        let longer = title.isEmpty ? name : "\(title), \(name)"
        let isLast = index == names.count - 1
        guard isLast ? longer.isBearable : "\(longer)\(ellipsis)".isBearable else {
            return title.isEmpty ? name : title + ellipsis
        }
        title = longer
    }
    return title
}

private let ellipsis = ", …"

extension String {
    fileprivate var isBearable: Bool { ContactName(self).error == nil }
}
