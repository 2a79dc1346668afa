import OneThread

/// A store that holds the state, changes it only by its reducer, runs effects, and notifies observers.
final class Store<State, Action: Sendable> {
    private(set) var state: State
    private let reduce: (inout State, Action) -> Effect<Action>
    private let queue: MainQueue
    private var observers: [(isGone: () -> Bool, tell: () -> Void)] = []
    private var waiting: [Action] = []
    private var isBusy = false
    private var running: [EffectID: Work] = [:]
    private var lines: [EffectID: SerialQueue] = [:]

    init(_ state: State, queue: MainQueue, reduce: @escaping (inout State, Action) -> Effect<Action>) {
        (self.state, self.queue, self.reduce) = (state, queue, reduce)
    }

    /// Reduces an action, then all actions sent meanwhile, one after another.
    func send(_ action: Action) {
        waiting.append(action)
        guard !isBusy else { return }
        isBusy = true
        while !waiting.isEmpty {
            let effect = reduce(&state, waiting.removeFirst())
            for operation in effect.operations { start(operation) }
            for observer in observers { observer.tell() }
        }
        isBusy = false
    }

    /// Shows a part of the state now and after each change, as long as `observer` lives.
    func observe<Part: Equatable, Observer: AnyObject>(
        _ part: @escaping (State) -> Part?,
        by observer: Observer,
        show: @escaping (Observer, Part) -> Void
    ) {
        var shown: Part?
        let tell = { [weak self, weak observer] in
            guard let self, let observer, let new = part(state), new != shown else { return }
            shown = new
            show(observer, new)
        }
        observers.removeAll { $0.isGone() }
        observers.append((isGone: { [weak observer] in observer == nil }, tell: tell))
        tell()
    }

    /// Returns the part of the store for one screen.
    func scope<Part: Equatable, PartAction>(
        _ part: @escaping (State) -> Part?,
        _ action: @escaping (PartAction) -> Action
    ) -> ScreenStore<Part, PartAction> {
        ScreenStore(
            state: { part(self.state) },
            send: { self.send(action($0)) },
            observe: { observer, show in self.observe(part, by: observer) { show($1) } }
        )
    }

    private func start(_ operation: Effect<Action>.Operation) {
        switch operation {
        case .perform(let body): body()
        case .cancel(let id): running.removeValue(forKey: id)?.cancel()
        case .run(let id, let body):
            running.removeValue(forKey: id)?.cancel()
            running[id] = queue.start(body) { [weak self] in self?.send($0) }
        case .enqueue(let id, let body):
            let line = lines[id] ?? SerialQueue(on: queue)
            lines[id] = line
            line.request(body) { [weak self] in if let action = try? $0.get() { self?.send(action) } }
        }
    }
}

/// A part of a store: a part of the state and the actions for it.
struct ScreenStore<State, Action> {
    let state: () -> State?
    let send: (Action) -> Void
    let observe: (_ observer: AnyObject, _ show: @escaping (State) -> Void) -> Void
}
