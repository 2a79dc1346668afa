/// Keeps what listeners note, in order.
final class Log {
    private(set) var notes: [String] = []

    func note(_ text: String) { notes.append(text) }
}
