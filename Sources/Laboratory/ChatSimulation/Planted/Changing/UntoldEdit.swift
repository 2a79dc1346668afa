import Transport

extension PlantedFault {
    /// The server is never told of an edit, which counts as taken.
    public static let untoldEdit = PlantedFault(
        "untoldEdit",
        breaks: [.samePath, .sentOnce],
        firstSeed: 5,
        changes: .service { SilentEdits(inner: $0) }
    )
}

/// Takes edits, and tells nobody.
private struct SilentEdits: ForwardingService {
    let inner: SeverableTransport

    func edit(_ edit: OutgoingEdit) async throws -> Edit {
        Edit(author: .me, message: edit.message, text: edit.text, number: 1)
    }
}
