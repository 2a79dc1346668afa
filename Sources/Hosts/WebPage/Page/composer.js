// What the user types: a new message, a reply or an edit, each kept by the program within a second.

import { button, byId, foreign, make, within } from "./dom.js"

const sentKey = (message, isEdit) => `${isEdit ? "edit" : "reply"} ${message}`

export class Composer {
  #chat
  #about
  #unfinished = new Map()
  // The texts of replies and edits that were sent, by `sentKey`: one that comes back was refused.
  #sent = new Map()

  /** `panel` knows the rows, and sends actions about the open chat. */
  constructor(panel) {
    this.panel = panel
    this.field = byId("text")
    this.keep = within(100, () => this.#keepNow())
    this.field.addEventListener("input", () => { this.fit(); this.keep() })
    // Every way to another chat takes the focus first.
    this.field.addEventListener("blur", () => this.leave())
    this.field.addEventListener("keydown", (event) => this.#key(event))
    this.field.addEventListener("paste", (event) => {
      const files = [...event.clipboardData.files]
      if (files.length) { event.preventDefault(); this.panel.upload(files) }
    })
    byId("composer").addEventListener("submit", (event) => { event.preventDefault(); this.send() })
    byId("attach").addEventListener("click", () => byId("file").click())
    byId("file").addEventListener("change", (event) => {
      this.panel.upload([...event.target.files])
      event.target.value = ""
    })
  }

  get about() { return this.#about }

  /** Whether a reply or an edit of a message was begun and left. */
  isUnfinished(message) { return this.#unfinished.has(message) && this.#about?.id !== message }

  /** Takes over the saved texts of a chat. After a new connection to the same chat the field keeps what was typed. */
  open({ chat, thread, threads, draft = "", unfinished = [] }) {
    const key = JSON.stringify([chat, thread, threads])
    if (key === this.#chat) return this.keep()
    this.#chat = key
    this.#about = undefined
    this.#unfinished = new Map(unfinished.map((text) => [text.message, text]))
    this.#sent.clear()
    this.#set(draft)
    this.draft = draft
    this.#showAbout()
  }

  /** Saves at once what was typed, before the chat is left. */
  leave() {
    if (this.keep.isWaiting()) { this.keep.cancel(); this.#keepNow() }
  }

  closed() { this.#chat = undefined }

  /** Begins, or goes on with, a reply to a message or an edit of it. */
  begin(row, isEdit) {
    this.end()
    this.draft = this.field.value
    const saved = this.#unfinished.get(row.id)
    this.#about = { id: row.id, isEdit, row }
    this.#set(saved && Boolean(saved.edit) === isEdit ? saved.text : isEdit ? row.text : "")
    this.#showAbout()
    this.field.focus()
  }

  /** Goes back to the new message; the reply or edit stays with its message. */
  end() {
    if (!this.#about) return
    this.leave()
    const { id, isEdit, row } = this.#about
    const isBegun = this.field.value.trim() && !(isEdit && this.field.value === row.text)
    if (isBegun) this.#unfinished.set(id, { message: id, edit: isEdit, text: this.field.value })
    else this.#unfinished.delete(id)
    this.#about = undefined
    this.#set(this.draft)
    this.#showAbout()
    this.panel.mark()
  }

  send() {
    const text = this.field.value
    const about = this.#about
    // What is typed while the program is away stays in the field.
    if (!text.trim() || !this.panel.link.isOpen) return this.field.focus()
    this.keep.cancel()
    if (!about) {
      this.panel.act("send", { text })
      this.draft = ""
    } else {
      this.panel.act(about.isEdit ? "edit" : "reply", { message: about.id, text })
      this.#sent.set(sentKey(about.id, about.isEdit), text)
      this.#unfinished.delete(about.id)
      this.#about = undefined
    }
    this.#set(this.draft)
    this.#showAbout()
    this.panel.sent()
    this.field.focus()
  }

  /** The text that goes with a file, which is taken out of the field. */
  takeText() {
    if (this.#about) return ""
    this.keep.cancel()
    const text = this.field.value
    this.draft = ""
    this.#set("")
    return text
  }

  /** Puts back a text that could not be sent, unless another one is being written. */
  giveBack(text) {
    if (this.#about || this.field.value) return
    this.#set(text)
    this.keep()
  }

  /** Puts messages that were not accepted before what is being written. */
  putBack(text) { this.#set([text, this.field.value].filter(Boolean).join("\n")) }

  /** Takes back, of the saved replies and edits, those that were sent from here and refused. */
  takeBack(texts) {
    for (const text of texts) {
      const key = sentKey(text.message, text.edit)
      if (this.#sent.get(key) !== text.text) continue
      this.#sent.delete(key)
      if (this.#about?.id !== text.message) this.#unfinished.set(text.message, text)
    }
    this.panel.mark()
  }

  fit() {
    const { field } = this
    // A field that is hidden has no height yet.
    if (!field.clientWidth) return
    field.style.height = "auto"
    field.style.height = `${Math.min(field.scrollHeight + 2, innerHeight / 3)}px`
    this.panel.settle()
  }

  #set(text) {
    this.field.value = text
    this.fit()
  }

  #keepNow() {
    const text = this.field.value
    if (!this.#about) return this.panel.act("draft", { text })
    const { id, isEdit, row } = this.#about
    // The message's own text is no edit.
    this.panel.act(isEdit ? "editDraft" : "replyDraft", { message: id, text: isEdit && text === row.text ? "" : text })
  }

  #showAbout() {
    const about = byId("about")
    about.hidden = !this.#about
    if (!this.#about) return about.replaceChildren()
    const { row, isEdit } = this.#about
    const name = row.mine ? "yourself" : row.sender ?? this.panel.title
    const head = make("strong", {}, isEdit ? "Edit" : "Reply to ", isEdit ? "" : foreign(name))
    const end = () => {
      this.end()
      this.field.focus()
    }
    about.replaceChildren(
      make("span", {}, head, " ", foreign(row.text || row.file?.name || "")),
      button("✕", end, { "aria-label": isEdit ? "End editing" : "End replying" }))
  }

  #key(event) {
    if (event.isComposing) return
    if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.altKey) {
      event.preventDefault()
      this.send()
    } else if (event.key === "Escape" && this.#about) {
      event.stopPropagation()
      this.end()
    } else if (event.key === "ArrowUp" && !this.field.value) {
      event.preventDefault()
      this.panel.select(-1)
    }
  }
}
