import ChatSession
import OneThread
import Transport

/// What a picture loader tells its owner.
protocol PictureLoaderDelegate: AnyObject {
    func pictureLoader(_ loader: PictureLoader, didLoad picture: Picture, of contact: ContactID)
}

/// Asks for each contact's picture once, when it is first wanted.
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
            // Asked for again when the row is next shown.
            requested.remove(contact)
        }
    }
}
