import JSONKit

/// The rows of one list that a page holds: each is sent once, and again only when it changes.
///
/// A row has a small number from its first sight until it leaves the list. An order is a few runs of numbers, so that one more message
/// in a chat costs that message alone.
struct SentRows<Row: Equatable & Identifiable> where Row.ID: Hashable {
    private var rows: [Row.ID: (number: Int, row: Row)] = [:]
    private var order: [Int] = []
    private var last = 0

    /// Returns what the page lacks: `order` as runs of first number and count, and `rows` as pairs of number and row. Nil if it has all.
    mutating func changes(to new: [Row], _ json: (Row) -> JSONText) -> JSONText? {
        var (known, numbers, changed) = ([Row.ID: (number: Int, row: Row)](), [Int](), [JSONText]())
        known.reserveCapacity(new.count)
        for row in new where known[row.id] == nil {
            let old = rows[row.id]
            if old == nil { last += 1 }
            let number = old?.number ?? last
            if old?.row != row { changed.append(.array([.integer(Int64(number)), json(row)])) }
            known[row.id] = (number, row)
            numbers.append(number)
        }
        defer { (rows, order) = (known, numbers) }
        guard numbers != order || !changed.isEmpty else { return nil }
        return PageObject.text { object in
            if numbers != order { object.add("order", .array(Self.runs(numbers))) }
            object.add("rows", changed)
        }
    }

    static func runs(_ numbers: [Int]) -> [JSONText] {
        var runs: [(first: Int, count: Int)] = []
        for number in numbers {
            if let run = runs.last, run.first + run.count == number {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((number, 1))
            }
        }
        return runs.map { .array([.integer(Int64($0.first)), .integer(Int64($0.count))]) }
    }
}
