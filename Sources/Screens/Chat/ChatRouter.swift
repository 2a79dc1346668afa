/// The ways out of this screen. A route is posted, never waited for.
public protocol ChatRouting: Sendable {
    /// Goes back to the screen below.
    func leave()
}
