// The list of chats, and what a search over all of them finds.

import { byId, foreign, make, setText } from "./dom.js"
import { moveAmong } from "./dialogs.js"
import { markWords } from "./finder.js"
import { Rows } from "./rows.js"

const orders = [["favourites", "Favourites first"], ["unread", "Unread first"], ["recent", "Newest first"]]

export class ChatList {
  #bar = {}
  #open
  #last
  #visible = ""

  constructor(link) {
    this.link = link
    this.list = byId("list")
    this.rows = new Rows(this.list, (row) => this.#build(row), (element, row) => this.#mark(element, row))
    byId("search").addEventListener("input", (event) => link.send("list", "search", { text: event.target.value }))
    byId("search").addEventListener("keydown", (event) => {
      if (event.key === "Escape" && event.target.value) {
        event.stopPropagation()
        this.endSearch()
      }
      if (event.key === "ArrowDown") { event.preventDefault(); this.list.querySelector("button")?.focus() }
    })
    this.list.addEventListener("keydown", (event) => moveAmong(this.list.querySelectorAll("button"), event))
    this.list.addEventListener("scroll", () => this.#scrolled(), { passive: true })
    new ResizeObserver(() => this.#scrolled()).observe(this.list)
    byId("list-back").addEventListener("click", () => this.showDrafts(false))
  }

  endSearch() {
    byId("search").value = ""
    this.link.send("list", "search", { text: "" })
  }

  /** The orders that the list is not in, each with its name. */
  get otherOrders() { return orders.filter(([order]) => order !== (this.#bar.order ?? "favourites")) }

  /** Whether only the chats with an unsent text are listed, with that text. */
  get isOfDrafts() { return Boolean(this.#bar.drafts) }

  /** Lists the chats with an unsent text, or all again. */
  showDrafts(isOn) { this.link.send("list", "drafts", { on: isOn }) }

  clear() { this.rows.clear(); this.#visible = "" }

  /** Returns whether the list is now of the drafts alone, or of all chats again. */
  setBar(bar) {
    const isOther = Boolean(bar.drafts) !== this.isOfDrafts
    if (isOther || bar.search !== this.#bar.search) this.list.scrollTop = 0
    this.#bar = bar
    // A search goes through all chats.
    const isOfDrafts = this.isOfDrafts && !bar.search
    byId("list-title").textContent = isOfDrafts ? "Drafts" : "Chats"
    byId("list-back").hidden = !isOfDrafts
    const none = bar.search ? "Nothing found" : isOfDrafts ? "No drafts" : "No chats yet"
    setText(byId("list-status"), bar.status ?? (bar.searching ? "Searching…" : this.rows.length ? "" : none))
    if (document.activeElement !== byId("search")) byId("search").value = bar.search ?? ""
    markWords("listed", bar.search ?? "", this.list.querySelectorAll(".name, .preview"))
    return isOther
  }

  apply(change) {
    this.rows.apply(change)
    this.setBar(this.#bar)
    this.#scrolled()
  }

  /** Marks the open chat. */
  setOpen(chat) {
    this.#last = this.#open ?? this.#last
    this.#open = chat
    for (const { element, data } of this.rows) this.#mark(element, data)
  }

  /** Opens the chat that many rows below the open one. */
  move(step) {
    const all = [...this.rows]
    const at = all.findIndex(({ data }) => data.chat === this.#open && !data.message)
    const next = all[at < 0 ? 0 : at + step]
    if (!next) return
    document.activeElement.blur()
    this.open(next.data)
  }

  /** Gives the focus to the chat that was open last, or the first one; to the way back to all chats if none is listed. */
  focus() {
    const chat = this.list.querySelector("[data-last]") ?? this.list.querySelector("button")
    ;(chat ?? byId("list-back")).focus({ preventScroll: true })
  }

  open(row) { this.link.send("list", "open", { chat: row.chat, message: row.message }) }

  #mark(element, row) {
    const isOpen = row.chat === this.#open
    element.firstChild.toggleAttribute("data-last", row.chat === this.#last)
    if (isOpen) element.firstChild.setAttribute("aria-current", "true")
    else element.firstChild.removeAttribute("aria-current")
  }

  #build(row) {
    const letter = /[\p{L}\p{N}]/u.exec(row.title ?? "")?.[0].toUpperCase() ?? "#"
    const face = row.picture
      ? make("img", { src: this.link.file(row.picture), alt: "", width: 40, height: 40, loading: "lazy" })
      : make("span", { class: "letter", "aria-hidden": "true" }, letter)
    const marks = [row.favourite && "★", row.muted && "🔕", row.draft && "✎", row.failed && "!"].filter(Boolean).join(" ")
    const preview = make("span", { class: "preview", dir: "auto" })
    if (row.typing) preview.append(make("em", {}, foreign(row.typing)))
    else preview.append(...(row.sender ? [foreign(row.sender), ": "] : []), foreign(row.preview), row.warned ? " ⚠" : "")
    const count = row.badge ?? (row.unread ? "●" : "")
    const badge = count && make("span", { class: row.muted ? "badge muted" : "badge" },
      make("span", { "aria-hidden": "true" }, row.mentioned ? `@ ${count}` : count),
      make("span", { class: "hidden" }, row.badge ? `${row.badge} unread` : "unread"))
    const element = make("button", { type: "button", class: "chat", onclick: () => this.open(row) },
      make("span", { class: "face" }, face),
      make("span", { class: "middle" },
        make("span", { class: "name" }, foreign(row.title), row.distinction && make("small", {}, foreign(` ${row.distinction}`))),
        preview),
      make("span", { class: "right" },
        make("span", { class: "time" }, row.time ?? ""),
        make("span", { class: "marks" }, marks, badge)))
    element.classList.toggle("unread", Boolean(row.unread))
    element.classList.toggle("over", Boolean(row.over))
    return make("li", {}, element)
  }

  #scrolled() {
    const { list } = this
    if (this.#bar.more && list.scrollTop + list.clientHeight > list.scrollHeight - 300) this.#ask("more")
    if (this.#bar.previous && list.scrollTop < 200) this.#ask("previous")
    const bounds = list.getBoundingClientRect()
    const chats = []
    for (const { element, data } of this.rows) {
      const place = element.getBoundingClientRect()
      if (place.bottom > bounds.top && place.top < bounds.bottom && !data.message) chats.push(data.chat)
    }
    const visible = JSON.stringify(chats)
    if (visible === this.#visible || !bounds.height) return
    this.#visible = visible
    this.link.send("list", "visible", { chats })
  }

  #asked = ""

  /** Asks for a page once for the rows that are there. */
  #ask(name) {
    const key = `${name} ${this.rows.length} ${this.rows.at(-1)?.data.chat} ${this.rows.at(0)?.data.chat}`
    if (key === this.#asked) return
    this.#asked = key
    this.link.send("list", name)
  }
}
