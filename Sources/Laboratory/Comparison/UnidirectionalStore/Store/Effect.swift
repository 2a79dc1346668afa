/// A side effect requested by a reducer, which may send actions.
struct Effect<Action: Sendable> {
    enum Operation {
        /// Runs at once, before the next action.
        case perform(@Sendable () -> Void)
        /// Runs in the background, and replaces a running effect of the same ID.
        case run(EffectID, @Sendable (_ send: @escaping @Sendable (Action) async -> Void) async -> Void)
        /// Runs after all effects enqueued earlier under the same ID, and is never cancelled.
        case enqueue(EffectID, @Sendable () async -> Action?)
        case cancel(EffectID)
    }

    private(set) var operations: [Operation] = []

    static var none: Effect { Effect() }

    static func perform(_ body: @escaping @Sendable () -> Void) -> Effect {
        Effect(operations: [.perform(body)])
    }

    static func run(
        _ id: EffectID,
        _ body: @escaping @Sendable (_ send: @escaping @Sendable (Action) async -> Void) async -> Void
    ) -> Effect {
        Effect(operations: [.run(id, body)])
    }

    static func enqueue(_ id: EffectID, _ body: @escaping @Sendable () async -> Action?) -> Effect {
        Effect(operations: [.enqueue(id, body)])
    }

    static func cancel(_ ids: EffectID...) -> Effect {
        Effect(operations: ids.map(Operation.cancel))
    }

    static func merge(_ effects: [Effect]) -> Effect {
        Effect(operations: effects.flatMap(\.operations))
    }

    static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Returns the same effect with its actions wrapped for a parent feature.
    func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
        let mapped = operations.map { operation -> Effect<Other>.Operation in
            switch operation {
            case .perform(let body): .perform(body)
            case .run(let id, let body): .run(id) { send in await body { await send(transform($0)) } }
            case .enqueue(let id, let body): .enqueue(id) { await body().map(transform) }
            case .cancel(let id): .cancel(id)
            }
        }
        return Effect<Other>(operations: mapped)
    }
}
