/// Addresses that a message may link to.
public enum WebAddress {
    /// Returns an address with an accepted scheme, `http` or `https`, in ASCII; nil for any other text, and for a longer one than
    /// `Limits.addressBytes`.
    ///
    /// Writes letters outside of ASCII as percent signs and digits, and refuses spaces, control characters and quotes.
    public static func accepting(_ text: String) -> String? {
        guard text.utf8.count <= Limits.addressBytes, let rest = afterScheme(of: text), !rest.isEmpty else {
            return nil
        }
        var address = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "`"):
                return nil
            case 0x21...0x7E: address.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x80...: address += "%" + hexadecimal(byte)
            default: return nil
            }
        }
        return address.utf8.count <= Limits.addressBytes ? address : nil
    }

    /// Whether a link's text is its address, so that nothing else needs to say where it leads.
    package static func isShown(_ address: String, by text: String) -> Bool {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        let address = address.hasSuffix("/") ? String(address.dropLast()) : address
        return text == address || text == afterScheme(of: address).map { String($0) }
    }

    /// Returns the text after `http://` or `https://`; nil without either.
    private static func afterScheme(of text: String) -> Substring? {
        for scheme in ["https://", "http://"] where text.prefix(scheme.count).lowercased() == scheme {
            return text.dropFirst(scheme.count)
        }
        return nil
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
