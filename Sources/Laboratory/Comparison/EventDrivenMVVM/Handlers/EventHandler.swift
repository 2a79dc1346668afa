/// Hands each event to those who have registered as its listeners, in the order in which they came.
final class EventHandler<Event> {
    typealias Listener = (Event, AppModel) -> Void

    private var listeners: [(owner: ObjectIdentifier, listen: Listener)] = []

    /// `listen` must not keep its owner alive; the owner unregisters before it goes.
    func register(_ owner: AnyObject, _ listen: @escaping Listener) {
        listeners.append((ObjectIdentifier(owner), listen))
    }

    func unregister(_ owner: AnyObject) {
        listeners.removeAll { $0.owner == ObjectIdentifier(owner) }
    }

    /// Each listener gets the model as it is when its turn comes: one before it may have caused another event.
    func handle(_ event: Event, _ model: @autoclosure () -> AppModel) {
        for (owner, listen) in listeners where isRegistered(owner) { listen(event, model()) }
    }

    private func isRegistered(_ owner: ObjectIdentifier) -> Bool {
        listeners.contains { $0.owner == owner }
    }
}
