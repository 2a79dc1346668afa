// The open chat: its head, its messages, how far they are scrolled, and what the reader has in sight.

import { Composer } from "./composer.js"
import { ask, askDay, askText, enlarge, giveUp, listReactions, menu, pickReaction } from "./dialogs.js"
import { afterPause, button, byId, make, setText } from "./dom.js"
import { Finder } from "./finder.js"
import { buildMessage, people } from "./message.js"
import { Rows } from "./rows.js"

/** Pictures up to this size are fetched when they come into sight. */
const pictureLimit = 8 << 20
/** The longest text that goes with a file, as it stands in the header. */
const headerLimit = 8000

const canForward = (row) => !row.deleted && !row.placeholder && !row.event

export class ChatPanel {
  #bar = {}
  #isAtEnd = true
  #seen = ""
  #asked = new Set()
  #goal
  #found
  #mention = 0
  #problem = 0
  #newCount = 0
  // The number of the last message that was sent on, of those that the chat's screen has told.
  #forwarded
  // The day that is gone to.
  #day

  /** `chooseChat(label, choose)` asks for a chat. */
  constructor(link, notices, chooseChat) {
    this.link = link
    this.notices = notices
    this.chooseChat = chooseChat
    this.scroller = byId("rows")
    this.rows = new Rows(this.scroller, (row) => buildMessage(row, this), (...values) => this.#place(...values))
    this.composer = new Composer(this)
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true })
    this.scroller.addEventListener("keydown", (event) => this.#key(event))
    new ResizeObserver(() => this.settle()).observe(this.scroller)
    this.report = afterPause(60, () => this.#report())
    byId("newest").addEventListener("click", () => this.goToEnd())
    byId("chat-back").addEventListener("click", () => this.leave())
    byId("show-details").addEventListener("click", () => this.act("details"))
    byId("chat-more").addEventListener("click", () => this.#chatMenu())
    this.#takeFiles()
    this.finder = new Finder(this)
  }

  get id() { return this.chat }
  get title() { return this.#bar.title ?? "" }
  canWrite() { return Boolean(this.#bar.write) }
  address(number) { return this.link.file(number) }

  /** The messages that are shown: those of a chat, of one of its threads, or the list of threads. */
  get place() { return { chat: this.chat, thread: this.thread, threads: this.threads } }

  act(name, values = {}) { if (this.chat) this.link.send("chat", name, { ...this.place, ...values }) }

  leave() {
    this.composer.leave()
    this.act("leave")
  }

  /** Shows another chat, or the same one after a new connection. */
  open(opening) {
    const isSame = ["chat", "thread", "threads"].every((name) => this[name] === opening[name])
    if (this.chat && !isSame) {
      this.composer.leave()
      giveUp()
    }
    ;[this.chat, this.thread, this.threads] = [opening.chat, opening.thread, opening.threads]
    this.rows.clear()
    this.#asked.clear()
    ;[this.#isAtEnd, this.#seen, this.#goal, this.#newCount, this.#mention] = [true, "", "open", 0, 0]
    ;[this.#found, this.#forwarded, this.#day] = []
    this.composer.open(opening)
    this.finder.end()
  }

  setBar(bar) {
    byId("open-chat").hidden = !bar
    byId("no-chat").hidden = Boolean(bar)
    if (!bar) {
      giveUp()
      this.composer.leave()
      this.composer.closed()
      ;[this.chat, this.thread, this.threads, this.#bar] = [undefined, undefined, undefined, {}]
      return
    }
    const before = this.#bar
    this.#bar = bar
    byId("title").textContent = `${bar.part ? `${bar.part}: ` : ""}${bar.title ?? ""}${bar.encrypted ? " 🔒" : ""}`
    // A thread stands in place of its chat, also where the list is beside it.
    byId("chat-back").classList.toggle("inside", Boolean(bar.part))
    byId("chat-back").setAttribute("aria-label", bar.part ? "Back to the chat" : "Back to the chats")
    setText(byId("subtitle"), bar.subtitle ?? (bar.plain ? "Not encrypted" : ""))
    setText(byId("topic"), bar.topic)
    const isLooking = bar.loading && this.#day
    setText(byId("chat-status"), bar.status ?? (isLooking ? `Looking for messages of ${this.#day}…` : bar.stateText))
    byId("typing").textContent = bar.typing ?? ""
    this.#setWarning(bar.warning, bar.warningID)
    this.#setInvitation(bar)
    byId("composer").hidden = !bar.write || Boolean(bar.invitation)
    this.composer.fit()
    if (bar.found && bar.found !== before.found) this.#goal = bar.found
    if (bar.mention && bar.mention[0] > this.#mention) {
      this.#mention = bar.mention[0]
      this.#goal = bar.mention[1]
    }
    const [number, title] = bar.forwarded ?? [0]
    if (number > (this.#forwarded ?? number)) this.notices.tell(`Forwarded to ${title}`)
    this.#forwarded = number
    if (bar.problem && bar.problem[0] !== this.#problem) {
      this.#problem = bar.problem[0]
      if (!this.#goal) this.#day = undefined
      this.notices.tell(bar.problem[1])
    }
  }

  /** Shows changed rows. The reader at the end stays there; others keep the row that they look at where it is. */
  apply(change) {
    const { scroller } = this
    const anchor = this.#isAtEnd ? undefined : this.#anchor()
    const last = this.rows.at(-1)?.data
    this.rows.apply(change ?? {})
    if (last) this.#announce(last)
    if (!this.#goToGoal()) {
      if (this.#isAtEnd) this.#toBottom()
      else if (anchor) scroller.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top
    }
    this.#showNewest()
    this.#fetchPictures()
    this.finder.mark()
    this.report()
  }

  /** Keeps the end in sight when the size changes. */
  settle() {
    if (this.#isAtEnd) this.#toBottom()
    this.report()
  }

  mark() { for (const { element, data } of this.rows) this.#markUnfinished(element, data) }

  sent() {
    this.#isAtEnd = true
    if (this.#bar.later) this.act("newest")
    this.#toBottom()
  }

  goToEnd() {
    this.sent()
    this.composer.field.focus()
  }

  /** Shows a message, from the program if it is not among the rows. */
  show(message) {
    this.#goal = message
    if (!this.#goToGoal()) this.act("show", { message })
  }

  reply(row) { this.composer.begin(row, false) }
  resend(row) { this.act("resend", { message: row.id }) }
  download(row) { this.act("download", { message: row.id }) }
  cancelDownload(row) { this.act("cancelDownload", { message: row.id }) }
  react(row, text) { this.act("react", { message: row.id, text }) }
  endPoll(row) { this.act("endPoll", { message: row.id }) }

  /** Chooses an answer of a poll by its number, or chooses it no longer. */
  vote(row, number) {
    const { answers, limit } = row.poll
    const mine = answers.flatMap(([, , isMine], index) => isMine ? [index + 1] : [])
    const chosen = mine.includes(number) ? mine.filter((other) => other !== number) : limit === 1 ? [number] : [...mine, number]
    this.act("vote", { message: row.id, text: chosen.join(" ") })
  }

  pickAnswer(row) {
    menu("Vote", row.poll.answers.map(([text, , isMine], index) =>
      [isMine ? `${text} (chosen)` : text, () => this.vote(row, index + 1)]))
  }

  async startPoll() {
    const text = await askText("A question and its answers, separated by |", "Ask")
    if (text) this.act("poll", { text })
  }

  forward(row) { this.chooseChat("Forward to a chat", (chat) => this.act("forward", { message: row.id, text: chat })) }

  /** Goes to the first message of a day, which the program loads if it is not here. */
  async goToDay() {
    const first = this.#inSight()[0]?.data
    const day = await askDay("Go to the messages of a day", "Go", first?.at ? new Date(first.at * 1000) : new Date())
    if (!day) return
    this.#day = day
    this.act("date", { text: day })
  }

  pin(row) { this.act("pin", { message: row.id, on: !row.pinned }) }
  openThread(row) { this.act("openThread", { message: row.id }) }
  enlarge(file) { enlarge(this.address(file.number), file.name) }

  async pick(row) {
    const text = await pickReaction()
    if (text) this.react(row, text)
  }

  /** Lists all reactions with who chose them; a chosen one is set or removed. */
  async showReactions(row) {
    const text = await listReactions(row.reactions.map((reaction) => [...reaction.slice(0, 3), people(reaction)]))
    if (text) this.react(row, text)
  }

  async remove(row) {
    if (await ask("Delete this message for everybody?", "Delete")) this.act("delete", { message: row.id })
  }

  menu(row) {
    menu("Message", [
      this.canWrite() && !row.deleted && ["Reply", () => this.reply(row)],
      !row.deleted && ["React", () => this.pick(row)],
      row.reactions && ["All reactions", () => this.showReactions(row)],
      !row.deleted && [row.pinned ? "Remove the pin" : "Pin for everybody", () => this.pin(row)],
      (row.thread || !this.thread && !row.deleted) &&
        [row.thread ? "Open the thread" : "Begin a thread", () => this.openThread(row)],
      this.canWrite() && row.poll && !row.poll.ended && ["Vote", () => this.pickAnswer(row)],
      row.mine && row.poll && !row.poll.ended && ["End the poll", () => this.endPoll(row)],
      row.mine && row.text && !row.deleted && !row.file && !row.poll && ["Edit", () => this.composer.begin(row, true)],
      canForward(row) && ["Forward…", () => this.forward(row)],
      row.text && ["Copy text", () => navigator.clipboard.writeText(row.text)],
      row.answered && ["Go to the answered message", () => this.show(row.answered.id)],
      row.file?.number && row.file.size && ["Enlarge the picture", () => this.enlarge(row.file)],
      row.file?.number && ["Save the file", () => this.#save(row.file)],
      row.file && !row.file.number && !row.mine && ["Download", () => this.download(row)],
      !row.mine && ["waiting", "moving"].includes(row.file?.state) && ["Cancel the download", () => this.cancelDownload(row)],
      row.delivery === "failed" && ["Send again", () => this.resend(row)],
      row.mine && !row.deleted && ["Delete", () => this.remove(row)],
    ])
  }

  #save({ number, name }) { make("a", { href: this.address(number), download: name }).click() }

  /** Selects the message at an index, from the end if it is negative. */
  select(index) { this.rows.at(index)?.element.focus() }

  upload(files) {
    const { chat, thread } = this
    if (!chat || !this.canWrite()) return
    if (!this.link.isOpen) return this.notices.tell("viperchat does not answer: no file was sent")
    const text = this.composer.takeText()
    // A text that is too long for a header goes ahead as a message of its own.
    const isLong = encodeURIComponent(text).length > headerLimit
    if (isLong) this.act("send", { text })
    this.sent()
    files.forEach(async (file, index) => {
      // No row shows how far it is until the program has it.
      const slow = setTimeout(() => this.notices.tell(`Copying ${file.name}…`), 1000)
      const isSent = await this.link.upload(file, chat, thread, index || isLong ? "" : text)
      clearTimeout(slow)
      if (isSent) return
      this.notices.tell(`${file.name} could not be sent: it is too large, or the disk is full`)
      if (!index && !isLong && this.chat === chat && this.thread === thread) this.composer.giveBack(text)
    })
  }

  #chatMenu() {
    const bar = this.#bar
    menu("Chat", [
      ["Details", () => this.act("details")],
      ["Pictures", () => this.act("pictures")],
      ["Pinned messages", () => this.act("pins")],
      this.canWrite() && ["Ask a poll", () => this.startPoll()],
      !this.threads && ["Threads", () => this.act("threads")],
      bar.unread && ["Go to the first unread message", () => this.#goToUnread()],
      ["Go to the newest mention of you", () => this.act("mention")],
      !this.threads && ["Go to a day…", () => this.goToDay()],
      ["Mark as read", () => { this.act("markRead"); this.goToEnd() }],
      ["Mark as unread", () => this.act("markUnread")],
      [bar.muted ? "Notifications on" : "Mute", () => this.act("mute", { on: !bar.muted })],
      [bar.favourite ? "No favourite any more" : "Add to favourites", () => this.act("favourite", { on: !bar.favourite })],
      bar.encrypted && ["Verify", () => this.act("verify")],
      bar.plain && ["Encrypt the chat", () =>
        this.#asking("Encrypt this chat for good, for everybody in it?", "Encrypt", "encrypt")],
      bar.write && ["Leave the chat", () => this.#asking("Leave this chat?", "Leave", "leaveChat")],
      !bar.write && !bar.invitation && !this.threads && ["Delete the chat", () =>
        this.#asking("Delete this chat with its messages, here and on the server?", "Delete", "forget")],
    ])
  }

  #goToUnread() {
    this.#goal = this.#bar.unread
    if (!this.#goToGoal()) this.act("firstUnread")
  }

  /** Does something to the chat after a question. */
  async #asking(question, label, name) {
    if (await ask(question, label)) this.act(name)
  }

  #setWarning(text, id) {
    const warning = byId("warning")
    warning.hidden = !text
    if (text) {
      warning.replaceChildren(make("span", { dir: "auto" }, `⚠ ${text}`),
        button("Verify", () => this.act("verify")), button("Accept", () => this.act("acknowledge", { text: id })))
    }
  }

  #setInvitation(bar) {
    const place = byId("invitation")
    place.hidden = !bar.invitation
    if (bar.invitation) {
      place.replaceChildren(
        button("Join", () => this.act("join"), { class: "strong" }), button("Decline", () => this.act("leaveChat")))
    }
  }

  /** Marks a row by the one before it: the day, the first unread message, and whether it goes on with the same author. */
  #place(element, row, before) {
    const date = (data) => new Date((data?.at ?? 0) * 1000)
    const day = (data) => date(data).toDateString()
    const lines = []
    if (row.at && day(row) !== day(before)) {
      lines.push(make("p", { class: "line day" }, date(row).toLocaleDateString(undefined, { dateStyle: "full" })))
    }
    if (row.id === this.#bar.unread) lines.push(make("p", { class: "line new" }, "New"))
    const key = lines.map((line) => line.textContent).join()
    if (element.dataset.lines !== key) {
      element.querySelectorAll(":scope > .day, :scope > .new").forEach((line) => line.remove())
      element.prepend(...lines)
      element.dataset.lines = key
    }
    const isSame = before && !lines.length && !before.event && row.at - before.at < 300
      && before.author === row.author && Boolean(before.mine) === Boolean(row.mine)
    element.classList.toggle("same", Boolean(isSame))
    this.#markUnfinished(element, row)
    this.#markFound(element, row)
  }

  /** The message that was gone to stays marked when it changes. */
  #markFound(element, row) { element.classList.toggle("found", row.id === this.#found) }

  #markUnfinished(element, row) { element.classList.toggle("unfinished", this.composer.isUnfinished(row.id)) }

  /** Counts what came below a row, and has the newest message read out. */
  #announce(last) {
    const all = [...this.rows].map(({ data }) => data)
    const at = all.findIndex((row) => row.id === last.id)
    const added = at < 0 ? [] : all.slice(at + 1).filter((row) => !row.mine && !row.event)
    if (!added.length) return
    this.#newCount += this.#isAtEnd ? 0 : added.length
    const newest = added.at(-1)
    byId("announced").textContent = `${newest.sender ?? this.title}: ${newest.text || newest.file?.name || ""}`.slice(0, 300)
  }

  #anchor() {
    const top = this.scroller.getBoundingClientRect().top
    for (const { element } of this.rows) {
      const place = element.getBoundingClientRect()
      if (place.bottom > top) return { element, top: place.top }
    }
  }

  #toBottom() { this.scroller.scrollTop = this.scroller.scrollHeight }

  /** Goes to the row that is wanted; true if it is there. A chat opens at its first unread message, or at its end. */
  #goToGoal() {
    if (!this.#goal || !this.rows.length) return false
    const id = this.#goal === "open" ? this.#bar.found ?? this.#bar.unread : this.#goal
    const row = id && this.rows.find((data) => data.id === id)
    if (!row) {
      if (this.#goal === "open") this.#goal = undefined
      return false
    }
    this.#isAtEnd = false
    this.#goal = undefined
    row.element.scrollIntoView({ block: id === this.#bar.unread ? "start" : "center" })
    // The arrow keys go on from there.
    if (this.#day) row.element.focus({ preventScroll: true })
    this.#day = undefined
    this.#found = id === this.#bar.unread ? undefined : id
    for (const { element } of this.rows) element.classList.remove("found")
    requestAnimationFrame(() => { for (const { element, data } of this.rows) this.#markFound(element, data) })
    this.#isAtEnd = this.#isNearEnd()
    return true
  }

  #isNearEnd() {
    const { scroller } = this
    return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 24 && !this.#bar.later
  }

  #scrolled() {
    const { scroller } = this
    this.#isAtEnd = this.#isNearEnd()
    if (this.#isAtEnd) this.#newCount = 0
    const key = `${this.rows.at(0)?.data.id} ${this.rows.at(-1)?.data.id}`
    const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
    if (this.#bar.earlier && !this.#bar.loading && scroller.scrollTop < 400) this.#askOnce(`earlier ${key}`, "earlier")
    if (this.#bar.later && below < 400) this.#askOnce(`later ${key}`, "later")
    this.#showNewest()
    this.report()
  }

  #askOnce(key, name, values) {
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    this.act(name, values)
  }

  #showNewest() {
    byId("newest").hidden = this.#isAtEnd || !this.rows.length
    byId("newest-text").textContent = this.#newCount ? `${this.#newCount} new` : "Newest"
  }

  #inSight() {
    const bounds = this.scroller.getBoundingClientRect()
    return [...this.rows].filter(({ element }) => {
      const place = element.getBoundingClientRect()
      return place.bottom > bounds.top && place.top < bounds.bottom
    })
  }

  #fetchPictures() {
    for (const { data } of this.#inSight()) {
      const { id, file } = data
      if (!file?.image || file.state || file.bytes > pictureLimit) continue
      this.#askOnce(`picture ${id}`, "download", { message: id })
    }
  }

  /** Tells which message is the newest that the reader has wholly in sight, if the reader looks at all. */
  #report() {
    if (!this.chat || document.hidden || !document.hasFocus() || !this.scroller.clientHeight) return
    this.#fetchPictures()
    const bottom = this.scroller.getBoundingClientRect().bottom
    const whole = this.#inSight().filter(({ element }) => element.getBoundingClientRect().bottom <= bottom + 2)
    const newest = (whole.at(-1) ?? this.#inSight().at(-1))?.data
    if (!newest) return
    const isOn = this.#isAtEnd && newest.id === this.rows.at(-1).data.id
    const seen = `${newest.id} ${isOn} ${this.rows.at(-1).data.id}`
    if (seen === this.#seen) return
    this.#seen = seen
    this.act("visible", { message: newest.id, on: isOn })
  }

  /** After the focus has come back, what is in sight counts again. */
  look() {
    this.#seen = ""
    this.report()
  }

  #key(event) {
    const element = event.target.closest?.(".row")
    const all = [...this.rows]
    const index = all.findIndex((row) => row.element === element)
    if (event.target === this.scroller && event.key === "ArrowUp") { event.preventDefault(); return this.select(-1) }
    if (index < 0 || event.target !== element) {
      if (event.key === "Escape" && element) { event.stopPropagation(); element.focus() }
      return
    }
    const row = all[index].data
    const actions = {
      ArrowUp: () => all[index - 1]?.element.focus(),
      ArrowDown: () => (all[index + 1] ? all[index + 1].element.focus() : this.composer.field.focus()),
      Home: () => all[0].element.focus(),
      End: () => all.at(-1).element.focus(),
      Enter: () => this.menu(row),
      Escape: () => this.composer.field.focus(),
      r: () => this.canWrite() && !row.deleted && this.reply(row),
      e: () => row.mine && row.text && !row.deleted && !row.poll && this.composer.begin(row, true),
      f: () => canForward(row) && this.forward(row),
      g: () => !this.threads && this.goToDay(),
      d: () => row.mine && !row.deleted && this.remove(row),
      Delete: () => row.mine && !row.deleted && this.remove(row),
      "+": () => !row.deleted && this.pick(row),
      p: () => !row.deleted && this.pin(row),
      v: () => this.canWrite() && row.poll && !row.poll.ended && this.pickAnswer(row),
      t: () => this.openThread(row),
    }
    const action = !event.ctrlKey && !event.altKey && !event.metaKey && actions[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }

  #takeFiles() {
    const place = byId("chat")
    place.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return
      event.preventDefault()
      place.classList.add("dropping")
    })
    // Beside the chat the browser would show the file in place of the page.
    document.addEventListener("dragover", (event) => {
      if (place.contains(event.target) || !event.dataTransfer?.types.includes("Files")) return
      event.preventDefault()
      event.dataTransfer.dropEffect = "none"
    })
    place.addEventListener("dragleave", (event) => {
      // From one element of the chat to another, the files are still above it.
      if (!place.contains(event.relatedTarget)) place.classList.remove("dropping")
    })
    place.addEventListener("drop", (event) => {
      place.classList.remove("dropping")
      if (!event.dataTransfer.files.length) return
      event.preventDefault()
      this.upload([...event.dataTransfer.files])
    })
  }
}
