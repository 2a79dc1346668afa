extension Key {
    /// Creates a key from the scalar it sends: a control character or text.
    init(typed scalar: Unicode.Scalar, _ modifiers: Modifiers) {
        switch scalar.value {
        case 0x00: self.init(.text(" "), modifiers.union(.control))
        // `ESC Tab` is Linux's Shift-Tab; Alt-Tab reaches no program.
        case 0x09: self.init(.tab, modifiers.contains(.alt) ? .shift : [])
        case 0x0D: self.init(.enter, modifiers)
        case 0x1B: self.init(.escape, modifiers)
        case 0x7F: self.init(.backspace, modifiers)
        case 0x01...0x1A: self.init(.text(Unicode.Scalar(UInt8(scalar.value) + 0x60)), modifiers.union(.control))
        case 0x1C...0x1F: self.init(.text(Unicode.Scalar(UInt8(scalar.value) + 0x40)), modifiers.union(.control))
        case 0x80...0x9F: self.init(.text("\u{FFFD}"), modifiers)
        default: self.init(.text(scalar), modifiers)
        }
    }
}

extension Key.Code {
    /// Creates a code from the last letter of a sequence.
    init?(letter: Character) {
        switch letter {
        case "A": self = .up
        case "B": self = .down
        case "C": self = .right
        case "D": self = .left
        case "F": self = .end
        case "H": self = .home
        case "P": self = .function(1)
        case "Q": self = .function(2)
        case "R": self = .function(3)
        case "S": self = .function(4)
        default: return nil
        }
    }

    /// Creates a code from the letter of rxvt's arrows with a modifier.
    init?(arrow: Character) {
        switch arrow {
        case "a": self = .up
        case "b": self = .down
        case "c": self = .right
        case "d": self = .left
        default: return nil
        }
    }

    /// Creates a code from the number in `ESC [ 5 ~`.
    init?(number: Int) {
        switch number {
        case 1, 7: self = .home
        case 2: self = .insert
        case 3: self = .delete
        case 4, 8: self = .end
        case 5: self = .pageUp
        case 6: self = .pageDown
        case 11...15: self = .function(number - 10)
        case 17...21: self = .function(number - 11)
        case 23...26: self = .function(number - 12)
        case 28...29: self = .function(number - 13)
        case 31...34: self = .function(number - 14)
        default: return nil
        }
    }

    /// Creates a code from the letter of the keypad in application mode, as in `ESC O j`.
    init?(keypad: Character) {
        switch keypad {
        case "M": self = .enter
        case "I": self = .tab
        case "X": self = .text("=")
        case "j"..."y":
            guard let ascii = keypad.asciiValue else { return nil }
            self = .text(Unicode.Scalar(ascii - 0x40))
        default: return nil
        }
    }

    /// Creates a code from a key number of kitty and xterm: the typed scalar, or one of kitty's numbers for other keys.
    init?(unicode: Int) {
        switch unicode {
        case 8, 127: self = .backspace
        case 9: self = .tab
        case 13, 57414: self = .enter
        case 27: self = .escape
        case 0x20...0x7E, 0xA0...0xDFFF, 0xF900...0x10FFFF:
            guard let scalar = Unicode.Scalar(UInt32(unicode)) else { return nil }
            self = .text(scalar)
        case 57376...57398: self = .function(unicode - 57363)
        case 57399...57408: self = .text(Unicode.Scalar(UInt8(unicode - 57399 + 0x30)))
        case 57409...57413: self = .text(Array("./*-+".unicodeScalars)[unicode - 57409])
        case 57415: self = .text("=")
        case 57416: self = .text(",")
        case 57417...57426:
            let keys: [Self] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
            self = keys[unicode - 57417]
        default: return nil
        }
    }
}
