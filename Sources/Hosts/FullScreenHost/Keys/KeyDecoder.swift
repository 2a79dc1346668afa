import ChatTypes

/// Makes keys, pastes and reports of the bytes that a terminal sends, in whatever portions they come.
///
/// Some bytes mean one thing with more behind them and another without: a lone `ESC` is the key Esc. So the decoder is told,
/// by `pause()`, when nothing more has come for a moment. With the pauses at the same places, the same bytes give the
/// same events, however they are portioned.
///
/// Sequences that mean nothing here are read to their end and dropped; none of their bytes becomes typed text. What is held
/// is bounded, whatever comes. A sequence that does not end is given up with the first byte that comes by itself,
/// between two pauses, since a person pressed that.
struct KeyDecoder: Sendable {
    private enum State {
        /// Text and control keys.
        case text
        case escape
        case twoEscapes
        case sequence
        /// Behind `ESC [ [`, as Linux's console begins F1 to F5.
        case consoleFunction
        /// Behind `ESC [ M`: so many bytes of the oldest kind of mouse report are still to come.
        case oldMouse(missing: Int)
        /// A report that is not read: `ESC ]` and others, up to their end.
        case string(introducer: UInt8, byteCount: Int)
        case paste
    }

    /// A string that has not ended by then was none; in bytes.
    static let stringLimit = 65_536

    private let pasteLimit: Int
    private var state = State.text
    private var scalars = ScalarDecoder()
    private var sequence = ControlSequence(.csi)
    private var paste: PasteReader
    /// Alt, when an `ESC` of its own stood before what is read now.
    private var modifiers: Key.Modifiers = []
    private var wasInString = false
    private var bytesSincePause = 0
    private var events: [TerminalEvent] = []

    /// - Parameter pasteLimit: how many bytes a paste may have; one with more is passed over whole, and told.
    init(pasteLimit: Int = OutgoingMessage.textLimit) {
        self.pasteLimit = pasteLimit
        paste = PasteReader(limit: pasteLimit)
    }

    /// Whether a pause would tell anything: only then does it have to be watched for.
    var awaitsPause: Bool {
        if case .text = state { return false }
        return bytesSincePause > 0
    }

    /// Whether a paste has begun and not ended.
    var isWithinPaste: Bool {
        if case .paste = state { return true }
        return false
    }

    /// Takes the next bytes, and gives what they complete, in their order.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        for byte in bytes {
            bytesSincePause += 1
            read(byte)
        }
        defer { events = [] }
        return events
    }

    /// Takes that nothing more has come for a moment, and gives what that completes.
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
        let (scalar, isTaken) = scalars.decode(byte)
        if scalar == "\u{1B}" {
            state = .escape
        } else if let scalar {
            press(Key(typed: scalar, modifiers))
            modifiers = []
        }
        if !isTaken { readText(byte) }
    }

    /// Gives up what was being read.
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
        case UInt8(ascii: "\\") where wasInString && !isSecond: begin(.text)
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            begin(.sequence)
            modifiers = isSecond ? .alt : []
            sequence = ControlSequence(byte == UInt8(ascii: "[") ? .csi : .ss3)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            if isSecond { press(Key(.escape)) }
            begin(.string(introducer: byte, byteCount: 0))
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
        case 0x07, 0x18, 0x1A: begin(.text)
        default: begin(count < Self.stringLimit ? .string(introducer: introducer, byteCount: count + 1) : .text)
        }
    }

    /// What looked like an introducer was typed with Alt.
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
