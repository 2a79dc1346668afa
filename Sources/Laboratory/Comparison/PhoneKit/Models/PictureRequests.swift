public import ChatSession
public import ChatTypes
public import OneThread

/// Requests for the contacts' pictures. Each is made once when first needed, one after another.
public final class PictureRequests {
    private let session: Session
    private let queue: SerialQueue
    private var requested: Set<ContactID> = []

    public init(of session: Session, on queue: MainQueue) {
        self.session = session
        self.queue = SerialQueue(on: queue)
    }

    /// Requests a picture once, and calls `receive` if the contact has one. Requests it again after a failure.
    public func load(_ contact: ContactID, receive: @escaping (Picture) -> Void) {
        guard requested.insert(contact).inserted else { return }
        queue.request { [session] in
            try await session.picture(of: contact)
        } receive: { [weak self] result in
            switch result {
            case .success(let picture): if let picture { receive(picture) }
            case .failure: self?.requested.remove(contact)
            }
        }
    }
}
