// The screens beside the chat, of which the one on top of the stack is shown.

import { button, byId, foreign, make } from "./dom.js"
import { buildDetails } from "./details.js"
import { NewChatForm } from "./form.js"

export class Panes {
  #name = ""
  #shown
  #problems = {}
  #form

  constructor(link, notices) {
    this.link = link
    this.notices = notices
    this.pane = byId("pane")
    this.states = {}
  }

  /** Notes the newest state of a screen; null if it is gone. */
  set(name, state) {
    this.states[name] = state
    const problem = state?.problem
    if (problem && problem[0] !== this.#problems[name]) this.notices.tell(problem[1])
    this.#problems[name] = problem?.[0]
  }

  /** Shows the screen on top of the stack, if it is one of these. */
  show(stack) {
    const name = stack.at(-1)
    const state = this.states[name]
    const isOne = ["form", "details", "pictures", "pins", "verification"].includes(name) && state
    this.pane.hidden = !isOne
    if (!isOne) {
      this.#name = ""
      return this.pane.replaceChildren()
    }
    if (state === this.#shown && name === this.#name) return
    const isNew = name !== this.#name
    ;[this.#shown, this.#name] = [state, name]
    const send = (action, values) => this.link.send(name, action, values)
    this.#keepingFocus(() => this.#render(name, state, send, isNew))
    if (isNew) (this.pane.querySelector("[data-first]") ?? this.pane.querySelector("button"))?.focus()
  }

  leave() {
    if (this.#name) this.link.send(this.#name, "leave")
  }

  #render(name, state, send, isNew) {
    if (name === "form") {
      // The form keeps its field, in which the user types.
      if (isNew) {
        this.#form = new NewChatForm(send)
        this.#fill("New chat", [this.#form.element])
      }
      return this.#form.show(state)
    }
    if (name === "details") return this.#fill(state.title ?? "Details", buildDetails(state, send))
    if (name === "pictures") return this.#fill(state.title ? `Pictures: ${state.title}` : "Pictures", pictures(state, send))
    if (name === "pins") return this.#fill(state.title ? `Pinned: ${state.title}` : "Pinned messages", pins(state, send))
    this.#fill("Verification", verification(state, send))
  }

  #fill(title, children) {
    const back = button("‹", () => this.leave(), { "aria-label": "Back", "data-key": "back" })
    const head = make("header", { class: "bar" }, back, make("h2", { dir: "auto" }, title))
    this.pane.setAttribute("aria-label", title)
    this.pane.replaceChildren(head, make("div", { class: "content" }, ...children.filter(Boolean)))
  }

  /** Renders, and puts the focus and the place of the scroller back. */
  #keepingFocus(render) {
    const key = (element) => element.dataset.key ?? element.getAttribute("aria-label")
    const active = this.pane.contains(document.activeElement) ? key(document.activeElement) : undefined
    const top = this.pane.scrollTop
    render()
    this.pane.scrollTop = top
    if (!active) return
    const same = [...this.pane.querySelectorAll("[data-key],[aria-label]")].find((element) => key(element) === active)
    same?.focus({ preventScroll: true })
  }
}

function pictures(state, send) {
  const rows = (state.rows ?? []).map(({ id, name, detail }) => {
    const row = button("", () => send("open", { message: id }), { class: "entry", "data-key": id })
    row.append(foreign(name), make("small", {}, detail ?? ""))
    return make("li", {}, row)
  })
  return [
    state.status && make("p", { class: "status" }, state.status),
    state.previous && button("Show previous", () => send("previous"), { "data-key": "previous" }),
    rows.length ? make("ul", { class: "people" }, ...rows) : make("p", { class: "quiet" }, "No pictures yet"),
    state.more && button("Show more", () => send("more"), { "data-key": "more" }),
  ]
}

function pins(state, send) {
  const rows = (state.rows ?? []).map(({ id, mine, sender, text, warned }) => {
    const row = button("", () => send("open", { message: id }), { class: "entry", "data-key": id })
    const who = mine ? "You" : sender
    row.append(...(who ? [foreign(who), ": "] : []), foreign(text), warned ? " ⚠" : "")
    const unpin = state.unpin &&
      button("✕", () => send("unpin", { message: id }), { "aria-label": `Remove the pin of: ${text}`, "data-key": `unpin ${id}` })
    return make("li", {}, row, unpin)
  })
  return [
    state.status && make("p", { class: "status" }, state.status),
    state.previous && button("Show previous", () => send("previous"), { "data-key": "previous" }),
    rows.length ? make("ul", { class: "people" }, ...rows) : make("p", { class: "quiet" }, "No pinned messages"),
    state.more && button("Show more", () => send("more"), { "data-key": "more" }),
    state.limit && make("p", { class: "quiet" }, state.limit),
  ]
}

const answers = {
  accept: "Compare emoji", match: "They match", mismatch: "They differ", cancel: "Cancel", next: "Next request",
}

function verification(state, send) {
  // The answer names the verification that the user saw.
  const answer = (word, properties = {}) =>
    word && button(answers[word], () => send("answer", { text: word, number: state.id ?? 0 }), { "data-key": word, ...properties })
  const emoji = (state.emoji ?? []).map(([symbol, name]) =>
    make("li", {}, make("span", { "aria-hidden": "true" }, symbol), make("small", {}, name)))
  return [
    make("p", { role: "status", dir: "auto" }, state.text ?? ""),
    state.owner && make("p", { class: "quiet" }, foreign(state.owner)),
    emoji.length > 0 && make("ol", { class: "emoji" }, ...emoji),
    state.numbers && make("p", { class: "numbers" }, state.numbers.join("  ")),
    state.status && make("p", { class: "status" }, state.status),
    make("div", { class: "buttons" }, answer(state.no), answer(state.yes, { class: "strong" })),
  ]
}
