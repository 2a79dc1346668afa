import Chat
import ChatTypes
import HostKit

/// The pictures of a chat: their places, and what is drawn of them.
struct ChatPictures: Sendable {
    let places: [MessageID: PicturePlace]
    let shelf: PictureShelf
    /// The rows of the terminal.
    let terminalRows: Int
}

extension ChatText {
    /// The lines of a message's picture, always as many as its place has.
    func pictureLines(of row: ChatViewState.Row) -> [StyledLine] {
        guard let pictures, let place = pictures.places[row.id] else { return [] }
        let count = place.rows(in: pictureBox(pictures))
        let lines = lines(in: place, of: pictures).prefix(count)
        return lines + Array(repeating: StyledLine(spans: []), count: count - lines.count)
    }

    /// The request for a message's picture; nil without one.
    func pictureRequest(of row: ChatViewState.Row) -> PictureRequest? {
        pictures.flatMap { pictures in
            pictures.places[row.id]?.request(in: pictureBox(pictures), form: pictures.shelf.form)
        }
    }

    private func pictureBox(_ pictures: ChatPictures) -> PictureSize {
        PictureSize(columns: places.end - places.text, terminalRows: pictures.terminalRows)
    }

    /// The lines of a place: the picture, or why there is none.
    private func lines(in place: PicturePlace, of pictures: ChatPictures) -> [StyledLine] {
        guard place.path != nil else { return [] }
        guard let request = place.request(in: pictureBox(pictures), form: pictures.shelf.form) else {
            return [line(about: .unreadable)]
        }
        switch pictures.shelf[request] {
        case .success(let picture):
            return picture.lines.map { StyledLine(indent: places.text, spans: $0, isPicture: true) }
        case .failure(let failure): return [line(about: failure)]
        case nil: return [StyledLine(indent: places.text, spans: [Span("…", theme.dim)])]
        }
    }

    private func line(about failure: PictureFailure) -> StyledLine {
        let text = TerminalText.oneLine("Picture not shown: \(failure.text)")
        let room = max(1, places.end - places.text)
        return StyledLine(indent: places.text, spans: [Span(TerminalText.fit(text, columns: room), theme.dim)])
    }
}
