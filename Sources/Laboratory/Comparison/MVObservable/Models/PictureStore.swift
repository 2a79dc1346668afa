import ChatSession
import ChatTypes
import Observation
import OneThread

/// A store of the contacts' pictures. It requests each once when first needed, one after another.
@Observable final class PictureStore {
    private(set) var pictures: [ContactID: Picture] = [:]
    private let session: Session
    private let requests: SerialQueue
    @ObservationIgnored private var requested: Set<ContactID> = []

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
            case .success(let picture): if let picture { self?.pictures[contact] = picture }
            // The picture is requested again when its row is next shown.
            case .failure: self?.requested.remove(contact)
            }
        }
    }
}
