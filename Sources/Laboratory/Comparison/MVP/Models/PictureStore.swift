import ChatSession
import ChatTypes
import OneThread
import PhoneKit

/// A delegate that a picture store informs about loaded pictures.
protocol PictureStoreDelegate: AnyObject {
    func pictureStore(_ store: PictureStore, didLoadPictureOf contact: ContactID)
}

/// A store of the contacts' pictures, each requested once when it is first needed.
final class PictureStore {
    weak var delegate: (any PictureStoreDelegate)?
    private let requests: PictureRequests
    private var pictures: [ContactID: Picture] = [:]

    init(session: Session, queue: MainQueue) {
        requests = PictureRequests(of: session, on: queue)
    }

    func picture(of contact: ContactID) -> Picture? {
        pictures[contact]
    }

    func load(_ contact: ContactID) {
        requests.load(contact) { [weak self] in self?.take($0, of: contact) }
    }

    private func take(_ picture: Picture, of contact: ContactID) {
        pictures[contact] = picture
        delegate?.pictureStore(self, didLoadPictureOf: contact)
    }
}
