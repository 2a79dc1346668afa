import RuntimeKit

/// Decodes the pictures in sight, one after the other, the newest first.
final class PictureRunner: Sendable {
    typealias Decode = @Sendable (PictureRequest) async throws(PictureFailure) -> DrawnPicture

    private let decode: Decode
    private let wishes = CoalescingQueue<[PictureRequest]>()

    init(_ decode: @escaping Decode) { self.decode = decode }

    /// Replaces the pictures to decode. Gives up the one that is being decoded if it is not among them.
    func want(_ requests: [PictureRequest]) { wishes.post(requests) }

    /// Decodes until the caller's task is cancelled; hands over each picture, or why there is none.
    func run(_ post: @Sendable (PictureRequest, Result<DrawnPicture, PictureFailure>) -> Void) async {
        var waiting: [PictureRequest] = []
        while !Task.isCancelled {
            guard !waiting.isEmpty else {
                waiting = await wishes.takeAll().last ?? []
                continue
            }
            let request = waiting.removeFirst()
            let (picture, newer) = await answer(request)
            if let picture { post(request, picture) }
            if let newer { waiting = newer.filter { picture == nil || $0 != request } }
        }
    }

    private enum Event {
        case drawn(Result<DrawnPicture, PictureFailure>)
        case wanted([PictureRequest]?)
    }

    /// Decodes a picture. Returns nil if it was given up, and the newest wishes that came meanwhile.
    private func answer(
        _ request: PictureRequest
    ) async -> (picture: Result<DrawnPicture, PictureFailure>?, newer: [PictureRequest]?) {
        await withTaskGroup(of: Event.self) { group in
            group.addTask { [decode] in
                do throws(PictureFailure) { return .drawn(.success(try await decode(request))) } catch {
                    return .drawn(.failure(error))
                }
            }
            group.addTask { [wishes] in .wanted(await wishes.takeAll().last) }
            var newer: [PictureRequest]?
            while let event = await group.next() {
                switch event {
                case .drawn(let picture):
                    group.cancelAll()
                    // Wishes that were taken already would be lost.
                    for await case .wanted(let requests?) in group { newer = requests }
                    return (Task.isCancelled ? nil : picture, newer)
                case .wanted(let requests?):
                    newer = requests
                    guard requests.contains(request) else {
                        group.cancelAll()
                        return (nil, requests)
                    }
                    group.addTask { [wishes] in .wanted(await wishes.takeAll().last) }
                case .wanted(nil): break
                }
            }
            return (nil, newer)
        }
    }
}
