/// The part of a key's sequence between its introducer and its last byte: `1;5` in `ESC [ 1 ; 5 A`.
struct ControlSequence: Sendable {
    enum Introducer: Sendable {
        /// `ESC [`
        case csi
        /// `ESC O`
        case ss3
    }

    /// No key has more; what is over is read to its end, and means nothing.
    static let limit = 64

    let introducer: Introducer
    private(set) var bytes: [UInt8] = []
    private var isTooLong = false

    init(_ introducer: Introducer) {
        self.introducer = introducer
    }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ byte: UInt8) {
        if bytes.count < Self.limit { bytes.append(byte) } else { isTooLong = true }
    }

    /// Whether a dollar sign is the last byte, as in rxvt's `ESC [ 5 $` (Shift-PageUp). Elsewhere it stands before the last.
    var endsWithDollar: Bool {
        introducer == .csi && (1...2).contains(bytes.count) && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// `<` in a mouse's report; nil where the sequence begins with its parameters.
    var marker: UInt8? { bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil } }

    /// The parameters, each with its parts, nil for a part that is left out.
    ///
    /// - Returns: nil for what holds anything but numbers of up to seven digits, or is too long.
    var parameters: [[Int?]]? {
        let body = marker == nil ? bytes[...] : bytes.dropFirst()
        guard !isTooLong else { return nil }
        if body.isEmpty { return [] }
        var parameters: [[Int?]] = []
        for parameter in body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            var parts: [Int?] = []
            for part in parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
                guard part.count <= 7, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
                parts.append(part.isEmpty ? nil : part.reduce(0) { $0 * 10 + Int($1 - 0x30) })
            }
            parameters.append(parts)
        }
        return parameters
    }
}
