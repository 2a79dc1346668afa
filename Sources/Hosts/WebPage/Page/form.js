// The form for a new chat or group.

import { button, foreign, make } from "./dom.js"

export class NewChatForm {
  #name = ""

  constructor(send) {
    this.send = send
    this.field = make("input", {
      type: "text", "aria-label": "Name or ID", placeholder: "Name or ID", "data-first": "", dir: "auto",
      autocomplete: "off", "aria-describedby": "form-message",
      oninput: () => send("type", { text: this.field.value }),
    })
    this.message = make("p", { id: "form-message", role: "status" })
    this.rest = make("div", { id: "form-rest" })
    this.element = make("form", { onsubmit: (event) => { event.preventDefault(); send("create") } },
      this.field, this.message, this.rest)
  }

  show(state) {
    // A field with the focus is ahead of the state, unless the name in it was just added.
    const name = state.name ?? ""
    if (this.field !== document.activeElement || !name && this.#name) this.field.value = name
    this.#name = name
    this.message.textContent = state.message ?? ""
    this.rest.replaceChildren(...[
      state.added && make("div", { class: "chips" }, ...state.added.map((name) => this.#added(name))),
      state.suggestions && make("ul", { "aria-label": "Suggestions", class: "suggestions" },
        ...state.suggestions.map((name) => make("li", {}, this.#suggestion(name)))),
      state.encrypted !== undefined && make("label", { class: "check" }, this.#encryption(state.encrypted), "Encrypted"),
      make("div", { class: "buttons" },
        button("Add to a group", () => this.#answer("add"), { "data-key": "add" }),
        make("button", { type: "submit", class: "strong", disabled: !state.can, "data-key": "create" },
          state.busy ? "Creating…" : "Create")),
    ].filter(Boolean))
  }

  #answer(name, values) {
    this.send(name, values)
    this.field.focus()
  }

  #added(name) {
    const chip = button("", () => this.#answer("remove", { text: name }), { "aria-label": `Remove ${name}`, class: "chip" })
    chip.append(foreign(name), " ✕")
    return chip
  }

  #suggestion(name) {
    const choose = () => {
      this.field.value = name
      this.#answer("type", { text: name })
    }
    const row = button("", choose, { "data-key": `suggestion ${name}` })
    row.append(foreign(name))
    return row
  }

  #encryption(isOn) {
    const onchange = (event) => this.send("encrypt", { on: event.target.checked })
    return make("input", { type: "checkbox", checked: isOn, "data-key": "encrypt", onchange })
  }
}
