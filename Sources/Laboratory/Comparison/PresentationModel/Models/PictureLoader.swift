import ChatSession
import ChatTypes
import OneThread

/// A delegate that a picture loader informs about loaded pictures.
protocol PictureLoaderDelegate: AnyObject {
    func pictureLoader(_ loader: PictureLoader, didLoad picture: Picture, of contact: ContactID)
}

/// A loader that requests each contact's picture once, when it is first needed.
final class PictureLoader {
    weak var delegate: (any PictureLoaderDelegate)?
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
        } receive: { [weak self] in
            self?.take($0, of: contact)
        }
    }

    private func take(_ result: Result<Picture?, any Error>, of contact: ContactID) {
        switch result {
        case .success(let picture):
            if let picture { delegate?.pictureLoader(self, didLoad: picture, of: contact) }
        case .failure:
            // The picture is requested again when its row is next shown.
            requested.remove(contact)
        }
    }
}
