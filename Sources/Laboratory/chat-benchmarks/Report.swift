import Foundation

/// A collection of figures, printed one by one or as one JSON object at the end.
struct Report {
    private struct Content: Encodable {
        var figures: [Figure] = []
        var growths: [Growth] = []
        var launchMilliseconds = 0.0
    }

    private let isJSON: Bool
    private var content = Content()

    init(isJSON: Bool) {
        self.isJSON = isJSON
        if !isJSON { print(Figure.heading) }
    }

    mutating func add(_ figures: [Figure]) {
        content.figures += figures
        if !isJSON { for figure in figures { print(figure.line) } }
    }

    mutating func finish(launchMilliseconds: Double) throws {
        content.launchMilliseconds = launchMilliseconds
        let bursts = "in a burst of \(EventBenchmark.burstCount)"
        content.growths = ["list open, idle", "chat open, idle", "list open, \(bursts)", "chat open, \(bursts)"]
            .compactMap { Growth("one event, \($0)", in: content.figures) }
        guard isJSON else {
            for growth in content.growths { print(growth.line) }
            return print(String(format: "a process's own launch: %.1f ms", launchMilliseconds))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        print(String(decoding: try encoder.encode(content), as: UTF8.self))
    }
}
