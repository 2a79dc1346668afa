import ChatSession
import OneThread
import Transport

/// What a picture store tells its owner.
protocol PictureStoreDelegate: AnyObject {
    func pictureStore(_ store: PictureStore, didLoadPictureOf contact: ContactID)
}

/// The contacts' pictures, each asked for once when it is first wanted.
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
            // Asked for again when the row is next shown.
            requested.remove(contact)
        }
    }
}
