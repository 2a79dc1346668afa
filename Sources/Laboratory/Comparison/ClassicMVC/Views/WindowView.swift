/// What the system shows around the screens: the badge on the app's icon, and the notifications.
package final class WindowView {
    package struct Banner: Sendable {
        package let title: String
        package let text: String
    }

    package var badge = 0
    package var banners: [Banner] = []
    /// How often a view was told to show something else, and how many rows were made for that.
    package private(set) var (updateCount, rowCount) = (0, 0)

    func didUpdate(rowCount: Int = 0) {
        updateCount += 1
        self.rowCount += rowCount
    }
}
