// A list of elements that follows what the program says: numbers in an order, and the rows that changed.

export class Rows {
  #rows = new Map()
  #order = []

  /** `build(data)` makes the element of a row. `place(element, data, before)` may mark it by the row before. */
  constructor(parent, build, place = () => {}) {
    this.parent = parent
    this.build = build
    this.place = place
  }

  clear() {
    this.#rows.clear()
    this.#order = []
    this.parent.replaceChildren()
  }

  /** Shows a change. Elements stay where they are unless their row or its place changed. */
  apply({ order, rows = [] }) {
    for (const [number, data] of rows) {
      const old = this.#rows.get(number)
      const element = this.build(data)
      if (old) this.#replace(old.element, element)
      this.#rows.set(number, { data, element })
    }
    if (order) {
      this.#order = order.flatMap(([first, count]) => Array.from({ length: count }, (_, index) => first + index))
      const kept = new Set(this.#order)
      for (const [number, row] of this.#rows) {
        if (kept.has(number)) continue
        row.element.remove()
        this.#rows.delete(number)
      }
      let next = this.parent.firstElementChild
      for (const number of this.#order) {
        const { element } = this.#rows.get(number)
        if (element === next) next = next.nextElementSibling
        else this.parent.insertBefore(element, next)
      }
    }
    let before
    for (const { element, data } of this) {
      this.place(element, data, before)
      before = data
    }
  }

  /** A row that changes under the focus keeps it. */
  #replace(old, element) {
    const focused = old.contains(document.activeElement) ? document.activeElement : undefined
    old.replaceWith(element)
    if (!focused) return
    const label = focused.getAttribute("aria-label")
    const labelled = label ? [...element.querySelectorAll("[aria-label]")] : []
    const same = labelled.find((other) => other.getAttribute("aria-label") === label)
    // A message takes the focus itself, a chat of the list by the button in it.
    const whole = element.hasAttribute("tabindex") ? element : element.querySelector("button")
    ;(same ?? whole)?.focus({ preventScroll: true })
  }

  *[Symbol.iterator]() {
    for (const number of this.#order) yield this.#rows.get(number)
  }

  get length() { return this.#order.length }

  at(index) { return this.#rows.get(this.#order.at(index)) }

  /** The first row that a function accepts. */
  find(accepts) {
    for (const row of this) if (accepts(row.data)) return row
  }
}
