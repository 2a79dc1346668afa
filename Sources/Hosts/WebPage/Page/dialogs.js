// Questions, the menus, the reactions, the switcher and pictures at large: one dialog at a time, all by keyboard.

import { button, byId, foreign, make } from "./dom.js"

/** Shows a dialog until it is closed; returns what it was closed with. The element that had the focus has it again. */
function show(label, properties, ...children) {
  return new Promise((resume) => {
    const dialog = make("dialog", { "aria-label": label, ...properties }, ...children)
    dialog.addEventListener("click", ({ target, clientX, clientY }) => {
      const box = dialog.getBoundingClientRect()
      const isInside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
      if (target === dialog && !isInside) dialog.close("")
    })
    const before = document.activeElement
    const message = before?.closest("[data-id]")?.dataset.id
    dialog.addEventListener("close", () => {
      dialog.remove()
      // A message that changed meanwhile has another element.
      const same = message && !before.isConnected && document.querySelector(`[data-id="${CSS.escape(message)}"]`)
      if (same) same.focus({ preventScroll: true })
      resume(dialog.returnValue)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}

/** Gives up what is asked about a chat that is not shown any more. What asks for a chat to open is `lasting`. */
export function giveUp() { document.querySelector("dialog[open]:not(.lasting)")?.close("") }

const close = (element, value) => element.closest("dialog").close(value)

/** Asks a question; true if it is answered with the button of that label. */
export async function ask(question, label) {
  const answer = await show("Question", { class: "question" },
    make("p", {}, question),
    make("div", { class: "buttons" },
      button("Cancel", (event) => close(event.target, ""), { autofocus: true }),
      button(label, (event) => close(event.target, "yes"), { class: "strong" })))
  return answer === "yes"
}

/** Asks for a text; undefined if none is given. */
export async function askText(question, label, value = "") {
  const field = make("input", { type: "text", value, "aria-label": question, dir: "auto", autofocus: true })
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); close(form, `+${field.value}`) } },
    make("label", {}, question, field),
    make("div", { class: "buttons" },
      button("Cancel", (event) => close(event.target, "")),
      make("button", { type: "submit", class: "strong" }, label)))
  const answer = await show(question, { class: "question" }, form)
  return answer.startsWith("+") ? answer.slice(1) : undefined
}

/** Asks for a day; undefined if none is given. The field begins with the day of a date. */
export async function askDay(question, label, date) {
  const field = make("input", {
    type: "date", "aria-label": question, autofocus: true, required: true, value: dayText(date),
  })
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); close(form, field.value) } },
    make("label", {}, question, field),
    make("div", { class: "buttons" },
      button("Cancel", (event) => close(event.target, "")),
      make("button", { type: "submit", class: "strong" }, label)))
  return (await show(question, { class: "question" }, form)) || undefined
}

/** The day of a date as a date field has it, such as 2026-11-03. */
function dayText(date) {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((number) => String(number).padStart(2, "0"))
  return `${String(date.getFullYear()).padStart(4, "0")}-${month}-${day}`
}

/** Shows entries `[label, action]`, those that are there; performs the chosen one. */
export async function menu(label, entries) {
  const all = entries.filter(Boolean)
  const list = make("div", { role: "menu", "aria-label": label },
    ...all.map(([text], index) =>
      button(text, (event) => close(event.target, String(index + 1)), { role: "menuitem", autofocus: index === 0 })))
  list.addEventListener("keydown", (event) => moveAmong(list.querySelectorAll("button"), event))
  const answer = await show(label, { class: "menu" }, list)
  if (answer) all[Number(answer) - 1][1]()
}

/** Moves the focus with the arrow keys, Home and End. */
export function moveAmong(elements, event) {
  const all = [...elements]
  const at = all.indexOf(document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (to === undefined || !all.length) return
  event.preventDefault()
  all[Math.min(Math.max(to, 0), all.length - 1)].focus()
}

const emoji = [
  ["👍", "thumbs up"], ["👎", "thumbs down"], ["❤️", "heart"], ["😂", "tears of joy"], ["😊", "smile"],
  ["😮", "surprise"], ["😢", "sad"], ["😡", "angry"], ["🎉", "party"], ["🙏", "thanks"], ["👏", "applause"],
  ["🔥", "fire"], ["💯", "hundred"], ["✅", "done"], ["❌", "no"], ["👀", "eyes"], ["🤔", "thinking"],
  ["😍", "in love"], ["🙈", "not looking"], ["💪", "strong"], ["🚀", "rocket"], ["☕", "coffee"],
  ["🍕", "pizza"], ["👋", "wave"],
]

/** Asks for a reaction; undefined if none is chosen. */
export async function pickReaction() {
  const field = make("input", {
    type: "text", "aria-label": "Another emoji or a short text", placeholder: "Another emoji or text",
  })
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); close(form, field.value) } }, field)
  const grid = make("div", { class: "grid" }, ...emoji.map(([symbol, name], index) =>
    button(symbol, (event) => close(event.target, symbol), {
      "aria-label": name, title: name, autofocus: index === 0,
    })))
  grid.addEventListener("keydown", (event) => {
    const all = [...grid.children]
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key]
    if (!step) return
    event.preventDefault()
    all[Math.min(Math.max(all.indexOf(document.activeElement) + step, 0), all.length - 1)].focus()
  })
  return (await show("React", { class: "picker" }, grid, form)) || undefined
}

/** Lists reactions `[text, count, isMine, people]`; returns the text of the chosen one, undefined if none is. */
export async function listReactions(reactions) {
  const list = make("ul", { class: "people" }, ...reactions.map(([text, count, isMine, people], index) => {
    const row = button("", () => close(list, text), { class: "entry", "aria-pressed": String(isMine), autofocus: index === 0 })
    row.append(foreign(text), ` ${count} `, foreign(people, { class: "quiet" }))
    return make("li", {}, row)
  }))
  list.addEventListener("keydown", (event) => moveAmong(list.querySelectorAll("button"), event))
  return (await show("Reactions", { class: "question" }, make("h2", {}, "Reactions"), list)) || undefined
}

/** Shows a picture in the whole window. */
export function enlarge(address, name) {
  show(name, { class: "picture" },
    make("img", { src: address, alt: name }),
    make("div", { class: "buttons" },
      make("a", { href: address, download: name }, "Save"),
      button("Close", (event) => close(event.target, ""), { autofocus: true })))
}

/**
 * Asks for a chat by name. `find(text)` asks the program, whose answers go to the returned function; `choose` gets the chat's ID.
 * Enter chooses the first chat of the typed text; pressed before the answer, it waits for it. If it is `lasting`, it stays when another
 * chat is shown.
 */
export function switcher(label, find, choose, isLasting = false) {
  let isAnswered = false
  let isEntered = false
  const list = make("ul", { "aria-label": "Chats found" })
  const first = () => list.querySelector("button")
  const field = make("input", {
    type: "search", placeholder: label, "aria-label": label, autofocus: true,
    oninput: () => {
      isAnswered = isEntered = false
      find(field.value)
    },
    onkeydown: (event) => {
      if (!["Enter", "ArrowDown"].includes(event.key)) return
      event.preventDefault()
      if (!isAnswered) isEntered = event.key === "Enter"
      else if (event.key === "Enter") first()?.click()
      else first()?.focus()
    },
  })
  list.addEventListener("keydown", (event) => moveAmong(list.querySelectorAll("button"), event))
  show(label, { class: isLasting ? "switcher lasting" : "switcher" }, field, list).then((chat) => { if (chat) choose(chat.slice(1)) })
  find("")
  return ({ text, chats = [] }) => {
    if (text !== field.value) return
    isAnswered = true
    list.replaceChildren(...chats.map(({ chat, title, unread }) => {
      const row = button("", () => close(list, `+${chat}`), { class: "entry" })
      row.append(foreign(title), unread ? make("span", { class: "badge" }, String(unread)) : "")
      return make("li", {}, row)
    }))
    if (!chats.length) list.replaceChildren(make("li", { class: "quiet" }, "No chat has that name"))
    if (isEntered) first()?.click()
    isEntered = false
  }
}

/** Lists the keys. */
export function showKeys() {
  const keys = [
    ["Ctrl-k", "find a chat"], ["Ctrl-f", "search in the chat"], ["Alt-↑ Alt-↓", "previous or next chat"],
    ["Enter", "send"], ["Shift-Enter", "a new line"], ["↑ in an empty message", "select the newest message"],
    ["↑ ↓", "select a message"], ["r e f d + p t", "on a message: reply, edit, forward, delete, react, pin, open its thread"],
    ["g", "on a message: go to a day"],
    ["Enter", "on a message: everything that can be done"], ["Esc", "back"],
  ]
  show("Keys", { class: "question" },
    make("h2", {}, "Keys"),
    make("dl", { class: "keys" }, ...keys.flatMap(([key, text]) => [make("dt", {}, key), make("dd", {}, text)])),
    make("div", { class: "buttons" }, button("Close", (event) => close(event.target, ""), { autofocus: true })))
}

export const isDialogOpen = () => document.querySelector("dialog[open]") !== null
