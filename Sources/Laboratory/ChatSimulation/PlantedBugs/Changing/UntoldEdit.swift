import ChatTypes

extension PlantedBug {
    /// Edits are never sent to the server, but count as accepted.
    public static let untoldEdit = PlantedBug(
        "untoldEdit",
        breaks: [.samePath, .sentOnce],
        firstSeed: 5,
        changes: .service { SilentEdits(inner: $0) }
    )
}

/// A service that accepts edits without sending them.
private struct SilentEdits: ForwardingService {
    let inner: SeverableTransport

    func edit(_ edit: OutgoingEdit) async throws -> Edit {
        Edit(author: .me, message: edit.message, text: edit.text, number: 1)
    }
}
