import ChatSession
import ChatTypes
import OneThread

/// A delegate that a picture store informs about loaded pictures.
protocol PictureStoreDelegate: AnyObject {
    func pictureStore(_ store: PictureStore, didLoadPictureOf contact: ContactID)
}

/// A store of the contacts' pictures, each requested once when it is first needed.
final class PictureStore {
    weak var delegate: (any PictureStoreDelegate)?
    private let session: Session
    private let requests: SerialQueue
    private var pictures: [ContactID: Picture] = [:]
    private var requested: Set<ContactID> = []

    init(session: Session, queue: MainQueue) {
        self.session = session
        requests = SerialQueue(on: queue)
    }

    func picture(of contact: ContactID) -> Picture? {
        pictures[contact]
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
            guard let picture else { return }
            pictures[contact] = picture
            delegate?.pictureStore(self, didLoadPictureOf: contact)
        case .failure:
            // The picture is requested again when its row is next shown.
            requested.remove(contact)
        }
    }
}
