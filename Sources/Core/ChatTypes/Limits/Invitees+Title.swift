extension Invitees {
    /// What a group of them is called: by their names, or by as many of them as a title bears.
    public var title: String { groupTitle(of: names) }
}

/// The title of a group with people of those names.
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
    fileprivate var isBearable: Bool { ContactName(self).fault == nil }
}
