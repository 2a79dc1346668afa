import OneThread

@testable import MVObservable

/// The values that a view would read from models, at each rendering.
final class Log<Value> {
    private(set) var values: [Value] = []
    private var renderer: Renderer?

    init(on queue: MainQueue, _ read: @escaping () -> Value) {
        renderer = Renderer(on: queue, reading: read, show: { [weak self] in self?.values.append($0) })
    }

    var last: Value? { values.last }
}
