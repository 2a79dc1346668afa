/// A section of the manual page that a host writes.
package struct ManualSection: Sendable {
    package let title: String
    package let items: [(term: String, text: String)]

    package init(title: String, items: [(term: String, text: String)]) {
        (self.title, self.items) = (title, items)
    }
}
