import ChatTypes

/// The pictures that are drawn, and those in sight that are missing.
///
/// A value that decodes nothing: it says what to decode, and gets what came of it.
struct PictureShelf: Sendable {
    /// The number of pictures that are kept besides those in sight.
    static let limit = 64

    /// Why no chat shows pictures; nil if they are shown.
    let obstacle: String?
    /// The number of colours that pictures are drawn with.
    private let colorCount: Int
    /// Whether the terminal draws pictures itself.
    var hasGraphics = false
    /// The chats whose pictures the user has hidden.
    private(set) var hiddenChats: Set<ChatID> = []
    private var kept: [PictureRequest: Result<DrawnPicture, PictureFailure>] = [:]
    /// The kept pictures, the one seen longest ago first.
    private var order: [PictureRequest] = []
    /// The kept pictures that the terminal draws itself.
    private var images: [PictureRequest: TerminalImage] = [:]
    private var lastSerial = 0
    /// The pictures in sight.
    private var inSight: [PictureRequest] = []
    /// The missing pictures that were asked for last.
    private var asked: [PictureRequest] = []
    /// Why the decoder cannot be started; nil while nothing is known against it.
    private var defect: PictureFailure?

    init(obstacle: String? = "Pictures are not shown here", colorCount: Int = 0) {
        (self.obstacle, self.colorCount) = (obstacle, colorCount)
    }

    /// The outcome of a request; nil while it is on its way. Without a decoder, none is.
    subscript(request: PictureRequest) -> Result<DrawnPicture, PictureFailure>? {
        kept[request] ?? defect.map { .failure($0) }
    }

    /// The form to decode pictures into. A number of a picture is one of 256 colours.
    var form: PictureForm { hasGraphics && colorCount >= 256 ? .pixels : .blocks(colorCount: colorCount) }

    /// The pictures in sight that the terminal draws itself.
    var imagesInSight: [TerminalImage] { inSight.compactMap { images[$0] } }

    func isShown(in chat: ChatID) -> Bool { obstacle == nil && !hiddenChats.contains(chat) }

    /// Hides the pictures of a chat, or shows them; returns what to say.
    mutating func toggle(_ chat: ChatID) -> String {
        if let obstacle { return obstacle }
        if hiddenChats.remove(chat) != nil { return "Pictures are shown in this chat" }
        hiddenChats.insert(chat)
        return "Pictures are hidden in this chat until you quit; pictures = off in the settings hides all"
    }

    /// Notes what is in sight, the newest first. Returns the pictures to decode if they have changed.
    mutating func see(_ requests: [PictureRequest]) -> [PictureRequest]? {
        if requests != inSight {
            inSight = requests
            let seen = Set(requests)
            order = order.filter { !seen.contains($0) } + requests.reversed().filter { kept[$0] != nil }
        }
        let missing = defect != nil ? [] : requests.filter { kept[$0] == nil }
        if missing == asked { return nil }
        asked = missing
        return missing
    }

    /// Keeps a picture, or why there is none. Returns what to tell the user, once.
    mutating func receive(_ picture: Result<DrawnPicture, PictureFailure>, for request: PictureRequest) -> String? {
        asked.removeAll { $0 == request }
        let outcome = picture.flatMap { numbered($0, for: request) }
        if kept.updateValue(outcome, forKey: request) == nil { order.append(request) }
        let seen = Set(inSight)
        while order.count > max(Self.limit, inSight.count), let index = order.firstIndex(where: { !seen.contains($0) })
        {
            let last = order.remove(at: index)
            (kept[last], images[last]) = (nil, nil)
        }
        guard defect == nil, case .failure(.notStarted(let reason)) = picture else { return nil }
        defect = .notStarted(reason: reason)
        return "Pictures are not shown: chafa cannot be started: \(reason)"
    }
}

extension PictureShelf {
    /// Gives a picture that the terminal draws a number that no other one has.
    private mutating func numbered(
        _ picture: DrawnPicture,
        for request: PictureRequest
    ) -> Result<DrawnPicture, PictureFailure> {
        guard let image = picture.image else { return .success(picture) }
        images[request] = nil
        let used = Set(images.values.map(\.number))
        guard let number = PicturePlaceholder.numbers.first(where: { !used.contains($0) }) else {
            return .failure(.strange)
        }
        lastSerial += 1
        images[request] = TerminalImage(number: number, serial: lastSerial, size: request.size, image: image)
        return .success(DrawnPicture(image, number: number, size: request.size))
    }

    static let noDecoder = "Pictures need the program chafa, which is not installed"

    /// Decides whether pictures are shown.
    init(_ setting: Settings.Pictures, colorCount: Int, hasDecoder: Bool, isTimeVirtual: Bool) {
        let obstacle: String? =
            if setting == .off {
                "Pictures are off in the settings"
            } else if isTimeVirtual {
                // Nothing waits for another program then.
                "Pictures are not shown in virtual time"
            } else if colorCount < 8 {
                "Pictures need a terminal with colours"
            } else {
                hasDecoder ? nil : Self.noDecoder
            }
        self.init(obstacle: obstacle, colorCount: colorCount)
    }
}
