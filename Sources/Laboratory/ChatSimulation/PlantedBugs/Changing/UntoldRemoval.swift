import ChatTypes

extension PlantedBug {
    /// Deletions are never sent to the server.
    public static let untoldRemoval = PlantedBug(
        "untoldRemoval",
        breaks: [.sentOnce, .samePath],
        firstSeed: 13,
        changes: .service { SilentRemovals(inner: $0) }
    )
}

/// A service that accepts deletions without sending them.
private struct SilentRemovals: ForwardingService {
    let inner: SeverableTransport

    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        guard annotation.kind == .deletion else { return try await inner.annotate(annotation) }
        return Annotation(author: .me, message: annotation.message, kind: .deletion)
    }
}
