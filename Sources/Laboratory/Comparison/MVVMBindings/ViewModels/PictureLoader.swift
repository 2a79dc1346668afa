import BindingKit
import ChatSession
import OneThread
import Transport

/// The contacts' pictures, each asked for once when it is first wanted, one after the other.
final class PictureLoader {
    let pictures = Property<[ContactID: Picture]>([:])
    private let session: Session
    private let requests: SerialQueue
    private var requested: Set<ContactID> = []

    init(session: Session, queue: MainQueue) {
        self.session = session
        requests = SerialQueue(on: queue)
    }

    func load(_ contact: ContactID) {
        guard requested.insert(contact).inserted else { return }
        requests.request { [session] in
            try await session.picture(of: contact)
        } receive: { [weak self] result in
            switch result {
            case .success(let picture): if let picture { self?.pictures.value[contact] = picture }
            // Asked for again when the row is next shown.
            case .failure: self?.requested.remove(contact)
            }
        }
    }
}
