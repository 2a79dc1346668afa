/// The part of a sequence between its introducer and its last byte: `1;5` in `ESC [ 1 ; 5 A`.
struct ControlSequence: Sendable {
    enum Introducer: Sendable {
        /// The bytes `ESC [`, which introduce a control sequence.
        case csi
        /// The bytes `ESC O`, which introduce a key of the old kind.
        case ss3
    }

    /// More bytes than any key has; longer sequences are read to the end and ignored.
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

    /// Whether a dollar sign ends the sequence, as in rxvt's `ESC [ 5 $` (Shift-PageUp). Elsewhere it precedes the last byte.
    var endsWithDollar: Bool {
        introducer == .csi && (1...2).contains(bytes.count) && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The marker before the parameters, such as `<` in a mouse report; nil if there is none.
    var marker: UInt8? { bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil } }

    /// The parameters, each with its parts; an omitted part is nil.
    ///
    /// Nil if there is anything but numbers of up to seven digits, or the sequence is too long.
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

/// The meaning of a sequence of xterm, screen, tmux, rxvt, Linux's console or kitty.
enum SequenceMeaning: Equatable {
    case event(TerminalEvent)
    case pasteBegins

    /// Nil for unknown sequences, released keys, and modifiers that only one terminal has.
    init?(_ sequence: ControlSequence, final: UInt8, isAlt: Bool) {
        if let report = TerminalEvent(modeReport: sequence, final: final) {
            self = .event(report)
            return
        }
        guard let parameters = sequence.parameters else { return nil }
        let last = Character(Unicode.Scalar(final))
        switch (sequence.marker.map { Character(Unicode.Scalar($0)) }, sequence.introducer, last) {
        case ("<", .csi, "M"):
            guard let mouse = Mouse(parameters) else { return nil }
            self = .event(.mouse(mouse))
        case ("?", .csi, "c"):
            // Behind the terminal's class, from VT220 on, stands what it has. 4 is sixels.
            let hasSixel = (parameters.first?.first ?? nil) ?? 0 >= 62 && parameters.dropFirst().contains([4])
            self = .event(.attributes(hasSixel: hasSixel))
        case (nil, .csi, "I") where parameters.isEmpty: self = .event(.focus(true))
        case (nil, .csi, "O") where parameters.isEmpty: self = .event(.focus(false))
        case (nil, .csi, "~") where parameters == [[200]]: self = .pasteBegins
        case (nil, let introducer, _):
            let key = introducer == .csi ? Key(csi: parameters, last) : Key(ss3: parameters, last)
            guard let key else { return nil }
            self = .event(.key(isAlt ? Key(key.code, key.modifiers.union(.alt)) : key))
        default: return nil
        }
    }
}

extension TerminalEvent {
    /// Parses DECRPM, such as `ESC [ ? 69 ; 2 $ y`: 1 and 2 mean that the mode is known and can be changed.
    fileprivate init?(modeReport sequence: ControlSequence, final: UInt8) {
        let bytes = sequence.bytes
        guard sequence.introducer == .csi, final == UInt8(ascii: "y"), bytes.first == UInt8(ascii: "?"),
            bytes.last == UInt8(ascii: "$")
        else { return nil }
        let words = bytes.dropFirst().dropLast().split(separator: UInt8(ascii: ";"))
        let numbers = words.compactMap { $0.count < 7 ? Int(String(decoding: $0, as: UTF8.self)) : nil }
        guard words.count == 2, numbers.count == 2 else { return nil }
        self = .mode(numbers[0], canChange: (1...2).contains(numbers[1]))
    }
}

extension Key {
    fileprivate init?(csi parameters: [[Int?]], _ last: Character) {
        let first = parameters.first?.first ?? nil
        let modifiers = Modifiers(parameters.count > 1 ? parameters[1] : [])
        switch last {
        case "u":
            guard let first, parameters.count <= 3, let modifiers else { return nil }
            let shifted = modifiers.contains(.shift) ? parameters[0].dropFirst().first ?? nil : nil
            guard let code = Code(unicode: shifted ?? first) else { return nil }
            self.init(code, modifiers)
        case "~" where first == 27 && parameters.count == 3:
            // xterm's modifyOtherKeys.
            guard let unicode = parameters[2].first ?? nil, let modifiers, let code = Code(unicode: unicode) else {
                return nil
            }
            self.init(code, modifiers)
        case "~":
            guard let first, parameters.count <= 2, let modifiers, let code = Code(number: first) else { return nil }
            self.init(code, modifiers)
        case "$", "^", "@":
            guard let first, parameters.count == 1, let code = Code(number: first) else { return nil }
            self.init(code, last == "$" ? .shift : last == "^" ? .control : [.shift, .control])
        case "Z":
            guard parameters.count <= 2, let modifiers else { return nil }
            self.init(.tab, modifiers.union(.shift))
        case "a", "b", "c", "d":
            guard parameters.isEmpty, let code = Code(arrow: last) else { return nil }
            self.init(code, .shift)
        default:
            // A first parameter over 1 is a report, such as the cursor's position.
            guard parameters.count <= 2, first ?? 1 == 1, let modifiers, let code = Code(letter: last) else {
                return nil
            }
            self.init(code, modifiers)
        }
    }

    /// The last parameter has the modifiers, in `ESC O 5 A` as in `ESC O 1 ; 5 A`.
    fileprivate init?(ss3 parameters: [[Int?]], _ last: Character) {
        guard parameters.count <= 2, let modifiers = Modifiers(parameters.last ?? []) else { return nil }
        if let code = Code(arrow: last) {
            self.init(code, modifiers.union(.control))
        } else if let code = Code(letter: last) ?? Code(keypad: last) {
            self.init(code, modifiers)
        } else {
            return nil
        }
    }
}

extension Key.Modifiers {
    /// Parses one more than the sum of Shift 1, Alt 2, Ctrl 4, others, Caps Lock 64 and Num Lock 128. In kitty, a second part
    /// of 3 means that the key was released.
    fileprivate init?(_ parts: [Int?]) {
        let sum = max(0, ((parts.first ?? nil) ?? 1) - 1)
        let wasLetGo = parts.count > 1 && parts[1] == 3
        guard !wasLetGo, sum & ~(7 | 64 | 128) == 0 else { return nil }
        self.init(rawValue: sum & 7)
    }
}

extension Mouse {
    /// Parses SGR reports (DECSET 1006): a bit field of button, modifiers (ignored) and action, then column and row from 1.
    fileprivate init?(_ parameters: [[Int?]]) {
        let numbers = parameters.compactMap { $0.count == 1 ? $0[0] : nil }
        guard numbers.count == 3, parameters.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let action: Action
        switch numbers[0] & ~28 {
        case 0: action = .click
        case 64: action = .wheelUp
        case 65: action = .wheelDown
        default: return nil
        }
        self.init(action: action, row: numbers[2] - 1, column: numbers[1] - 1)
    }
}
