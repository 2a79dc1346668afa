import Foundation

/// The sequences of kitty's graphics.
enum KittyGraphics {
    /// Asks whether the terminal shows pictures.
    static func question(isInTmux: Bool) -> String {
        passed("\u{1B}_Gi=\(questionID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", isInTmux: isInTmux)
    }

    /// The terminal's answer that it does, without its introducer and its end.
    static let answer = Array("Gi=\(questionID);OK".utf8)

    /// Gives the terminal a picture, to be shown where cells with its number are. It replaces an earlier one of that number.
    static func sending(_ picture: TerminalImage, isInTmux: Bool) -> String {
        let (image, size) = (picture.image, picture.size)
        let isOpaque = image.isOpaque
        let bytes = isOpaque ? withoutAlpha(image.pixels) : image.pixels
        let about =
            "a=T,U=1,q=2,f=\(isOpaque ? 24 : 32),s=\(image.width),v=\(image.height),"
            + "i=\(PicturePlaceholder.id(of: picture.number)),c=\(size.columns),r=\(size.rows),"
        return stride(from: 0, to: bytes.count, by: chunkSize).map { start in
            let end = min(start + chunkSize, bytes.count)
            let keys = "\(start == 0 ? about : "q=2,")m=\(end < bytes.count ? 1 : 0)"
            let text = Data(bytes[start..<end]).base64EncodedString()
            return passed("\u{1B}_G\(keys);\(text)\u{1B}\\", isInTmux: isInTmux)
        }.joined()
    }

    /// Makes the terminal forget a picture.
    static func deletion(of number: UInt8, isInTmux: Bool) -> String {
        passed("\u{1B}_Ga=d,d=I,q=2,i=\(PicturePlaceholder.id(of: number))\u{1B}\\", isInTmux: isInTmux)
    }

    private static let questionID = 31
    /// The bytes of a sequence: 4096 once they are text.
    private static let chunkSize = 3072

    /// Returns a sequence as tmux passes it to the terminal around it, if its user allows that; else tmux drops it.
    private static func passed(_ sequence: String, isInTmux: Bool) -> String {
        guard isInTmux else { return sequence }
        return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
    }

    private static func withoutAlpha(_ pixels: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count / 4 * 3)
        for start in stride(from: 0, to: pixels.count, by: 4) { bytes += pixels[start..<(start + 3)] }
        return bytes
    }
}
