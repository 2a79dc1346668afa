import CommandWords

extension MeasureCommand {
    /// A command line, understood.
    struct Request {
        /// Why a command line was not understood.
        struct Mistake: Error {
            let sentence: String
        }

        private(set) var trees: [(name: String, folder: String)] = []
        private(set) var layersFile: String?
        private(set) var format = MeasureReport.Format.text
        private(set) var wantsHelp = false

        private static let options = ["--layers", "--format", "--help"]

        init(_ arguments: [String]) throws(Mistake) {
            var given: Set<String> = []
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                if argument == "--help" || argument == "-h" {
                    wantsHelp = true
                    return
                }
                guard argument.hasPrefix("-") else {
                    try addTree(argument)
                    continue
                }
                let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let option = String(parts[0])
                guard option == "--layers" || option == "--format" else {
                    let near = suggestion(for: option, among: Self.options)
                    throw Mistake(sentence: "There is no option \(echoed(option))\(near)")
                }
                guard given.insert(option).inserted else { throw Mistake(sentence: "\(option) is given twice") }
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                    throw Mistake(sentence: "\(option) needs a value after it")
                }
                if option == "--layers" {
                    layersFile = value
                } else if let format = MeasureReport.Format(rawValue: value) {
                    self.format = format
                } else {
                    let formats = MeasureReport.Format.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Mistake(sentence: "There is no format \(echoed(value)); there are \(formats)")
                }
            }
            guard !trees.isEmpty else { throw Mistake(sentence: "Say what to measure: at least one NAME=DIR") }
        }

        private mutating func addTree(_ argument: String) throws(Mistake) {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw Mistake(sentence: "\(echoed(argument)) should be NAME=DIR: a name, =, and a folder")
            }
            guard !trees.contains(where: { $0.name == parts[0] }) else {
                throw Mistake(sentence: "The name \(echoed(parts[0])) is given twice")
            }
            trees.append((parts[0], parts[1]))
        }
    }
}
