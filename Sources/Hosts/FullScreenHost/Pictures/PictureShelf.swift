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
    let colorCount: Int
    /// The chats whose pictures the user has hidden.
    private(set) var hiddenChats: Set<ChatID> = []
    private var kept: [PictureRequest: Result<DrawnPicture, PictureFailure>] = [:]
    /// The kept pictures, the one seen longest ago first.
    private var order: [PictureRequest] = []
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
        if kept.updateValue(picture, forKey: request) == nil { order.append(request) }
        let seen = Set(inSight)
        while order.count > max(Self.limit, inSight.count), let index = order.firstIndex(where: { !seen.contains($0) })
        {
            kept[order.remove(at: index)] = nil
        }
        guard defect == nil, case .failure(.notStarted(let reason)) = picture else { return nil }
        defect = .notStarted(reason: reason)
        return "Pictures are not shown: chafa cannot be started: \(reason)"
    }
}

extension PictureShelf {
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
