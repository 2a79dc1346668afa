import ChatTypes

/// Decodes the bytes of a terminal into keys, pastes and reports.
///
/// The meaning of some bytes depends on what follows: a lone `ESC` is the key Esc. `pause()` tells the decoder that nothing
/// has followed for a moment. With pauses at the same positions, the same bytes give the same events, however they are
/// split into portions.
///
/// Unknown sequences are read to their end and dropped; none of their bytes becomes typed text. Memory is bounded for any
/// input. A sequence without an end is abandoned at the first byte that arrives alone, between two pauses: the user pressed
/// a key.
struct KeyDecoder: Sendable {
    private enum State {
        /// Text and control keys.
        case text
        case escape
        case twoEscapes
        case sequence
        /// After `ESC [ [`, with which Linux's console begins F1 to F5.
        case consoleFunction
        /// After `ESC [ M`: so many bytes are missing of the oldest kind of mouse report.
        case oldMouse(missing: Int)
        /// A report that is skipped: `ESC ]` and others, up to their end.
        case string(introducer: UInt8, byteCount: Int)
        case paste
    }

    /// The maximum length of a string, in bytes; longer ones are not strings.
    static let stringLimit = 65_536

    private let pasteLimit: Int
    private var state = State.text
    private var scalars = ScalarDecoder()
    private var sequence = ControlSequence(.csi)
    private var paste: PasteReader
    /// Alt, if a separate `ESC` preceded the bytes being read.
    private var modifiers: Key.Modifiers = []
    private var wasInString = false
    /// The beginning of a string with its introducer, in case it is an answer.
    private var answer: [UInt8] = []
    private var bytesSincePause = 0
    private var events: [TerminalEvent] = []

    /// - Parameter pasteLimit: the maximum bytes of a paste; a longer one is skipped and reported.
    init(pasteLimit: Int = OutgoingMessage.textLimit) {
        self.pasteLimit = pasteLimit
        paste = PasteReader(limit: pasteLimit)
    }

    /// Whether a pause has a meaning now, so that the caller has to watch for one.
    var awaitsPause: Bool {
        if case .text = state { return false }
        return bytesSincePause > 0
    }

    /// Whether a paste has begun and not ended.
    var isWithinPaste: Bool {
        if case .paste = state { return true }
        return false
    }

    /// Decodes the next bytes; returns the events that they complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        for byte in bytes {
            bytesSincePause += 1
            read(byte)
        }
        defer { events = [] }
        return events
    }

    /// Records that nothing has arrived for a moment; returns the events that this completes.
    mutating func pause() -> [TerminalEvent] {
        switch state {
        case .text: break
        case .escape, .twoEscapes:
            if case .twoEscapes = state { press(Key(.escape)) }
            press(Key(.escape))
            begin(.text)
        case .sequence where sequence.isEmpty: endAsKey(sequence.introducer == .csi ? "[" : "O")
        case .string(let introducer, byteCount: 0): endAsKey(Unicode.Scalar(introducer))
        case .paste: end(paste.pause())
        case .sequence, .consoleFunction, .oldMouse, .string: if bytesSincePause == 1 { begin(.text) }
        }
        bytesSincePause = 0
        defer { events = [] }
        return events
    }

    private mutating func read(_ byte: UInt8) {
        switch (state, byte) {
        case (.text, _): readText(byte)
        case (.escape, _), (.twoEscapes, _): readEscaped(byte)
        case (.sequence, _): readSequence(byte)
        case (.consoleFunction, 0x41...0x45):
            press(Key(.function(Int(byte) - 0x40), modifiers))
            begin(.text)
        case (.consoleFunction, 0x20...0x7E): begin(.text)
        case (.oldMouse(let missing), 0x20...): begin(missing > 1 ? .oldMouse(missing: missing - 1) : .text)
        case (.consoleFunction, _), (.oldMouse, _): readAsText(byte)
        case (.string(let introducer, let count), _): readString(byte, introducer, count)
        case (.paste, _): end(paste.read(byte))
        }
    }

    private mutating func readText(_ byte: UInt8) {
        let (scalar, isUsed) = scalars.decode(byte)
        if scalar == "\u{1B}" {
            state = .escape
        } else if let scalar {
            press(Key(typed: scalar, modifiers))
            modifiers = []
        }
        if !isUsed { readText(byte) }
    }

    /// Abandons the sequence being read.
    private mutating func readAsText(_ byte: UInt8) {
        begin(.text)
        readText(byte)
    }

    private mutating func readEscaped(_ byte: UInt8) {
        var isSecond = false
        if case .twoEscapes = state { isSecond = true }
        switch byte {
        case 0x1B:
            if isSecond { press(Key(.escape)) }
            begin(.twoEscapes)
        case UInt8(ascii: "\\") where wasInString && !isSecond: endString()
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            begin(.sequence)
            modifiers = isSecond ? .alt : []
            sequence = ControlSequence(byte == UInt8(ascii: "[") ? .csi : .ss3)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            if isSecond { press(Key(.escape)) }
            begin(.string(introducer: byte, byteCount: 0))
            answer = [byte]
        default:
            if isSecond { press(Key(.escape)) }
            begin(.text)
            modifiers = .alt
            readText(byte)
        }
    }

    private mutating func readSequence(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "M"):
            guard sequence.introducer == .csi, sequence.isEmpty else { return endSequence(byte) }
            let alt = modifiers
            begin(byte == UInt8(ascii: "[") ? .consoleFunction : .oldMouse(missing: 3))
            modifiers = alt
        case UInt8(ascii: "$") where sequence.endsWithDollar: endSequence(byte)
        case 0x20...0x3F: sequence.append(byte)
        case 0x40...0x7E: endSequence(byte)
        default: readAsText(byte)
        }
    }

    private mutating func endSequence(_ byte: UInt8) {
        let meaning = SequenceMeaning(sequence, final: byte, isAlt: modifiers.contains(.alt))
        begin(.text)
        switch meaning {
        case .event(let event): events.append(event)
        case .pasteBegins:
            begin(.paste)
            paste = PasteReader(limit: pasteLimit)
        case nil: break
        }
    }

    private mutating func readString(_ byte: UInt8, _ introducer: UInt8, _ count: Int) {
        switch byte {
        case 0x1B:
            begin(.escape)
            wasInString = true
        case 0x07: endString()
        case 0x18, 0x1A: begin(.text)
        default:
            if answer.count <= BackgroundAnswer.lengthLimit { answer.append(byte) }
            begin(count < Self.stringLimit ? .string(introducer: introducer, byteCount: count + 1) : .text)
        }
    }

    private mutating func endString() {
        let text = Array(answer.dropFirst())
        switch answer.first {
        case UInt8(ascii: "]"):
            if let isLight = BackgroundAnswer.isLight(text) { events.append(.background(isLight: isLight)) }
        case UInt8(ascii: "_"): if text == KittyGraphics.answer { events.append(.kittyGraphics) }
        // XTVERSION.
        case UInt8(ascii: "P") where text.starts(with: ">|".utf8):
            let name = String(decoding: text.dropFirst(2), as: UTF8.self)
            if GraphicsAnswers.hasPlaceholders(name) { events.append(.placeholders) }
        default: break
        }
        answer = []
        begin(.text)
    }

    /// Decodes a presumed introducer as a key pressed with Alt.
    private mutating func endAsKey(_ scalar: Unicode.Scalar) {
        if modifiers.contains(.alt) { press(Key(.escape)) }
        press(.alt(scalar))
        begin(.text)
    }

    private mutating func end(_ paste: TerminalEvent?) {
        guard let paste else { return }
        events.append(paste)
        begin(.text)
    }

    private mutating func press(_ key: Key) { events.append(.key(key)) }

    private mutating func begin(_ state: State) {
        (self.state, modifiers, wasInString) = (state, [], false)
    }
}
