import BindingKit
import ChatSession
import ChatTypes
import OneThread
import PhoneKit

/// A loader of the contacts' pictures. It requests each once when first needed, one after another.
final class PictureLoader {
    let pictures = Property<[ContactID: Picture]>([:])
    private let requests: PictureRequests

    init(session: Session, queue: MainQueue) {
        requests = PictureRequests(of: session, on: queue)
    }

    func load(_ contact: ContactID) {
        requests.load(contact) { [weak self] in self?.pictures.value[contact] = $0 }
    }
}
