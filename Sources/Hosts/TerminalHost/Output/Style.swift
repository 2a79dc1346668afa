/// Emphasis for our own words around safe text; none where colour is off.
struct Style: Sendable, Equatable {
    let isOn: Bool

    static let plain = Style(isOn: false)
    static let colored = Style(isOn: true)

    func bold(_ text: String) -> String { wrap(text, 1) }
    func dim(_ text: String) -> String { wrap(text, 2) }
    func red(_ text: String) -> String { wrap(text, 31) }
    func yellow(_ text: String) -> String { wrap(text, 33) }
    func cyan(_ text: String) -> String { wrap(text, 36) }

    private func wrap(_ text: String, _ code: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
