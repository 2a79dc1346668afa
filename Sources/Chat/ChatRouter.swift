/// The ways out of this screen. A route is posted, never waited for.
public protocol ChatRouting: Sendable {
    func leave()
}
