import ChatTypes

extension PlantedBug {
    /// Reactions are never sent to the server, but count as accepted.
    public static let untoldReaction = PlantedBug(
        "untoldReaction",
        breaks: [.answers],
        changes: .service { SilentReactions(inner: $0) }
    )

    /// A message of another person is stored without what it answers.
    public static let forgottenAnswer = PlantedBug(
        "forgottenAnswer",
        breaks: [.answers],
        firstSeed: 3,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.mine = 0 AND NEW.answers IS NOT NULL
            BEGIN
                UPDATE message SET answers = NULL WHERE key = NEW.key;
            END
            """
        )
    )
}

/// A service that accepts reactions without sending them.
private struct SilentReactions: ForwardingService {
    let inner: SeverableTransport

    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        if annotation.kind.reaction == nil { return try await inner.annotate(annotation) }
        return Annotation(author: .me, message: annotation.message, kind: annotation.kind, number: 1)
    }
}
