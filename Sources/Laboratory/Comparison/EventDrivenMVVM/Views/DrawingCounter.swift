/// What drawing has cost so far.
package final class DrawingCounter {
    /// How often a screen's view was told to show something else.
    package private(set) var updateCount = 0
    /// How many rows were built for that.
    package private(set) var rowCount = 0

    func countUpdate(rowCount: Int) {
        updateCount += 1
        self.rowCount += rowCount
    }
}
