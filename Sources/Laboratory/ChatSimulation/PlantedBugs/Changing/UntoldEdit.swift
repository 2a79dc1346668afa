import ChatTypes

extension PlantedBug {
    /// Edits are never sent to the server, but count as accepted.
    public static let untoldEdit = PlantedBug(
        "untoldEdit",
        breaks: [.samePath, .sentOnce],
        firstSeed: 7,
        changes: .service { SilentEdits(inner: $0) }
    )
}

/// A service that accepts edits without sending them.
private struct SilentEdits: ForwardingService {
    let inner: SeverableTransport

    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        if annotation.kind.text == nil { return try await inner.annotate(annotation) }
        return Annotation(author: .me, message: annotation.message, kind: annotation.kind, number: 1)
    }
}
