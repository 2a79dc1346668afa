// The connection to the program: a stream of states down, small posts of actions up.

const keyName = "viperchat"

/** Actions of which only the newest counts while they wait. */
const replaceable = new Set(["draft", "replyDraft", "editDraft", "visible", "search", "type", "find", "findIn", "focus"])

/** What the user has sent: a text that must not vanish. */
const isMessage = ({ name }) => ["send", "reply", "edit", "poll"].includes(name)

export class Link {
  #key
  // What only this run of the program says, and the page never does.
  #word
  #isProven = false
  #files
  // Tells requests of this page from those of another one, also over several streams.
  #page = crypto.randomUUID()
  #stream = 0
  #number = 0
  #painted = 0
  #told = 0
  #waiting = []
  #isPosting = false
  #isOver = false
  // Ends the stream.
  #control = new AbortController()

  /**
   * `receive(line)` shows a state; `report(word, typed)` is told of "open", "closed", "refused", "foreign", "taken", and of "unaccepted" and
   * "long" with the messages that were not accepted.
   */
  constructor(receive, report) {
    this.receive = receive
    this.report = report
    // A stream that brought something to a frozen page brings nothing any more.
    document.addEventListener("resume", () => this.#control.abort())
  }

  /** Whether the program answers. */
  get isOpen() { return this.#stream > 0 && !this.#isOver }

  /** Exchanges the token in the address, which then leaves the address, and opens the stream. */
  async start() {
    const token = location.hash.slice(1)
    history.replaceState(null, "", "/")
    if (token) {
      const answer = await fetch("/enter", { method: "POST", body: token }).catch(() => undefined)
      if (answer?.ok) sessionStorage.setItem(keyName, await answer.text())
    }
    ;[this.#key, this.#word] = (sessionStorage.getItem(keyName) ?? "").split(" ")
    if (!this.#key) return this.report("refused")
    while (!this.#isOver) {
      this.#control = new AbortController()
      await this.#read()
      ;[this.#stream, this.#isProven] = [0, false]
      if (this.#isOver) return
      if (this.#control.signal.aborted) continue
      this.report("closed")
      await new Promise((resume) => setTimeout(resume, 1000))
    }
  }

  async #read() {
    try {
      const headers = { "X-Viperchat": this.#key, "X-Page": this.#page }
      const answer = await fetch("/states", { method: "POST", headers, signal: this.#control.signal })
      if (!answer.ok) {
        this.#isOver = true
        return this.report("refused")
      }
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      let rest = ""
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        const lines = (rest + value).split("\n")
        rest = lines.pop()
        for (const line of lines) if (line && !this.#isOver) this.#take(JSON.parse(line))
        if (this.#isOver) return reader.cancel()
      }
    } catch { /* The program is away: the caller tries again. */ }
  }

  #take(line) {
    if (!this.#isProven) {
      this.#isProven = Boolean(this.#word) && line.word === this.#word
      if (this.#isProven) return
      this.#isOver = true
      return this.report("foreign")
    }
    if (line.taken) {
      this.#isOver = true
      return this.report("taken")
    }
    if (line.stream) {
      ;[this.#stream, this.#files, this.#painted, this.#told] = [line.stream, line.files, 0, 0]
      return this.report("open")
    }
    this.receive(line)
    this.#acknowledge(line.n, this.#stream)
  }

  /** Tells that a state was painted. A hidden page has no frames, so a timer does it as well. */
  #acknowledge(number, stream) {
    let isDone = false
    const done = () => {
      if (isDone || stream !== this.#stream) return
      isDone = true
      this.#painted = Math.max(this.#painted, number)
      this.#flush()
    }
    requestAnimationFrame(done)
    setTimeout(done, 200)
  }

  /** The address of a file by its number. */
  file(number) { return `/files/${this.#files}/${number}` }

  /** Sends an action of a screen. */
  send(screen, name, values = {}) {
    const action = { screen, name, ...values }
    if (replaceable.has(name)) {
      this.#waiting = this.#waiting.filter((other) =>
        other.name !== name || other.screen !== screen || other.chat !== action.chat
          || other.thread !== action.thread || (name !== "visible" && other.message !== action.message))
    }
    this.#waiting.push(action)
    // Actions of one event go together.
    queueMicrotask(() => this.#flush())
  }

  async #flush() {
    if (this.#isPosting || this.#isOver || !this.#stream) return
    if (!this.#waiting.length && this.#painted === this.#told) return
    this.#isPosting = true
    const actions = this.#waiting.splice(0, 100)
    const number = actions.length ? ++this.#number : 0
    while (!this.#isOver) {
      // Nothing goes to a program that has not proved to be this run.
      if (!this.#stream) {
        await new Promise((resume) => setTimeout(resume, 200))
        continue
      }
      const [stream, painted] = [this.#stream, this.#painted]
      const body = JSON.stringify({ page: this.#page, number, stream, painted, actions })
      try {
        const answer = await fetch("/actions", { method: "POST", body, headers: { "X-Viperchat": this.#key } })
        const isLong = answer.status === 413
        // What is only kept while it is typed may get shorter.
        if (!answer.ok && !(isLong && !actions.some(isMessage))) return this.#end(isLong ? "long" : "unaccepted", actions)
        if (stream === this.#stream) this.#told = Math.max(this.#told, painted)
        break
      } catch {
        // The program drops a number that it knows, so nothing is done twice.
        await new Promise((resume) => setTimeout(resume, 500))
      }
    }
    this.#isPosting = false
    this.#flush()
  }

  /** Ends after a refusal, which a repeated request would get again. */
  #end(word, actions) {
    this.#isOver = true
    this.#control.abort()
    const typed = [...actions, ...this.#waiting].filter(isMessage)
    this.report(word, typed.map(({ text }) => text).join("\n"))
  }

  /** Sends a file for a chat, or for a thread of it. Returns whether it arrived whole. */
  async upload(file, chat, thread, text) {
    if (!this.isOpen) return false
    const headers = {
      "X-Viperchat": this.#key, "X-Chat": encodeURIComponent(chat), "X-Name": encodeURIComponent(file.name || "file"),
      "X-Text": encodeURIComponent(text),
    }
    if (thread) headers["X-Thread"] = encodeURIComponent(thread)
    const answer = await fetch("/upload", { method: "POST", body: file, headers }).catch(() => undefined)
    return answer?.ok ?? false
  }
}
