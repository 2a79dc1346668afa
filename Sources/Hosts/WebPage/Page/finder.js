// The search in the open chat: its field, its hits, and the marks on them.

import { afterPause, byId } from "./dom.js"

export class Finder {
  #hits = []
  #hit = 0

  /** `panel` shows messages of its chat. */
  constructor(panel) {
    this.panel = panel
    const find = afterPause(200, () => panel.link.send("app", "findIn", { ...panel.place, text: byId("find-input").value }))
    byId("find-text").addEventListener("click", () => this.begin())
    byId("find-input").addEventListener("input", find)
    byId("finder").addEventListener("submit", (event) => { event.preventDefault(); this.#go(1) })
    byId("find-older").addEventListener("click", () => this.#go(1))
    byId("find-newer").addEventListener("click", () => this.#go(-1))
    byId("find-close").addEventListener("click", () => this.#leave())
    byId("finder").addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return
      event.stopPropagation()
      this.#leave()
    })
  }

  begin() {
    if (!this.panel.chat) return
    byId("finder").hidden = false
    byId("find-input").focus()
  }

  end() {
    byId("finder").hidden = true
    byId("find-input").value = ""
    byId("find-count").textContent = ""
    this.#hits = []
    CSS.highlights?.delete("hit")
  }

  #leave() {
    this.end()
    this.panel.composer.field.focus()
  }

  /** Shows what the search found, the newest first. */
  show({ text, chat, messages = [] }) {
    if (chat !== this.panel.chat || text !== byId("find-input").value || byId("finder").hidden) return
    ;[this.#hits, this.#hit] = [messages, 0]
    this.#go(0)
  }

  #go(step) {
    const count = this.#hits.length
    byId("find-count").textContent = count || !byId("find-input").value ? "" : "No hits"
    this.mark()
    if (!count) return
    this.#hit = (this.#hit + step + count) % count
    byId("find-count").textContent = `${this.#hit + 1} of ${count}`
    this.panel.show(this.#hits[this.#hit])
  }

  /** Marks the words that were searched for. */
  mark() {
    if (!byId("finder").hidden) markWords("hit", byId("find-input").value, this.panel.scroller.querySelectorAll(".text"))
  }
}

/** Marks the words of a text in elements, without a change to these, in place of what had that name. */
export function markWords(name, text, elements) {
  if (!CSS.highlights) return
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const ranges = []
  for (const element of words.length ? elements : []) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) ranges.push(...hits(walker.currentNode, words))
  }
  CSS.highlights.set(name, new Highlight(...ranges))
}

/** The places of words in a node of text; none if its small letters do not have the same places. */
function hits(node, words) {
  const text = node.textContent.toLowerCase()
  if (text.length !== node.textContent.length) return []
  return words.flatMap((word) => {
    const ranges = []
    for (let at = text.indexOf(word); at >= 0 && ranges.length < 100; at = text.indexOf(word, at + word.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
      ranges.push(range)
    }
    return ranges
  })
}
