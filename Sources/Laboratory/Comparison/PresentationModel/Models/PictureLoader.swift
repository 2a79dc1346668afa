import ChatSession
import ChatTypes
import OneThread
import PhoneKit

/// A delegate that a picture loader informs about loaded pictures.
protocol PictureLoaderDelegate: AnyObject {
    func pictureLoader(_ loader: PictureLoader, didLoad picture: Picture, of contact: ContactID)
}

/// A loader that requests each contact's picture once, when it is first needed.
final class PictureLoader {
    weak var delegate: (any PictureLoaderDelegate)?
    private let requests: PictureRequests

    init(session: Session, queue: MainQueue) {
        requests = PictureRequests(of: session, on: queue)
    }

    func load(_ contact: ContactID) {
        requests.load(contact) { [weak self] picture in
            if let self { delegate?.pictureLoader(self, didLoad: picture, of: contact) }
        }
    }
}
