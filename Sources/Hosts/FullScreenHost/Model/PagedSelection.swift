/// The selected row and the scroll position of rows that are loaded page by page.
///
/// It keeps no rows: each method takes those of the current view state.
struct PagedSelection<ID: Hashable & Sendable>: Sendable {
    /// A page beyond one end of the loaded rows.
    enum Page {
        case previous, next
    }

    /// The selected row; nil until there are rows.
    var selected: ID?
    /// The index of the first row shown.
    private(set) var top = 0

    func index<Row: Identifiable>(in rows: [Row]) -> Int? where Row.ID == ID {
        rows.firstIndex { $0.id == selected }
    }

    /// Selects the row at an index, or the nearest one.
    mutating func select<Row: Identifiable>(_ index: Int, in rows: [Row]) where Row.ID == ID {
        selected = rows.isEmpty ? nil : rows[max(0, min(index, rows.count - 1))].id
    }

    /// Selects the row so many rows below or, if negative, above. Returns the page to load if that leads beyond an end.
    mutating func move<Row: Identifiable>(
        by step: Int,
        in rows: [Row],
        hasPrevious: Bool,
        hasNext: Bool
    ) -> Page? where Row.ID == ID {
        guard let target = index(in: rows).map({ $0 + step }) else { return nil }
        select(target, in: rows)
        if step > 0, target >= rows.count, hasNext { return .next }
        if step < 0, target < 0, hasPrevious { return .previous }
        return nil
    }

    /// Scrolls so that the selected row is among the `count` rows shown.
    mutating func scroll<Row: Identifiable>(showing count: Int, of rows: [Row]) where Row.ID == ID {
        let index = index(in: rows) ?? 0
        top = max(0, min(top, rows.count - count))
        top = max(index - count + 1, min(top, index))
    }
}
