import ChatSession
import ChatTypes
import Observation
import OneThread
import PhoneKit

/// A store of the contacts' pictures. It requests each once when first needed, one after another.
@Observable final class PictureStore {
    private(set) var pictures: [ContactID: Picture] = [:]
    private let requests: PictureRequests

    init(session: Session, queue: MainQueue) {
        requests = PictureRequests(of: session, on: queue)
    }

    func load(_ contact: ContactID) {
        requests.load(contact) { [weak self] in self?.pictures[contact] = $0 }
    }
}
