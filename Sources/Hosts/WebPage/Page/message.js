// A message as an element.

import { button, foreign, make } from "./dom.js"
import { formatted } from "./text.js"

const deliveries = { sending: "◌", sent: "✓", read: "✓✓", failed: "!" }
const deliveryWords = { sending: "Sending", sent: "Sent", read: "Read", failed: "Not sent" }

/** `chat` is who hears of clicks: reply, react, menu, show, resend, download, enlarge, and the address of files. */
export function buildMessage(row, chat) {
  const element = make("div", { class: "row", role: "article", tabindex: -1, "data-id": row.id })
  element.classList.toggle("mine", Boolean(row.mine))
  element.classList.toggle("event", Boolean(row.event))
  element.classList.toggle("mentions", Boolean(row.mentions))
  if (row.gap) element.append(make("p", { class: "line gap" }, "Messages are missing here"))
  if (row.event) {
    const name = row.sender ? [foreign(row.sender), " "] : []
    element.append(make("p", { class: "line" }, ...name, foreign(row.text), ` · ${row.time}`))
    return element
  }
  const bubble = make("div", { class: "bubble" })
  if (row.sender) bubble.append(make("p", { class: "sender" }, foreign(row.sender)))
  if (row.answered) bubble.append(answered(row.answered, chat))
  if (row.file) bubble.append(file(row, chat))
  if (row.attachment) bubble.append(make("p", { class: "attachment" }, row.attachment))
  if (row.text) bubble.append(text(row))
  if (row.warning) bubble.append(make("p", { class: "warning" }, `⚠ ${row.warning}`))
  if (row.editFailure) bubble.append(make("p", { class: "failure" }, `Not edited: ${row.editFailure}`))
  if (row.failure) {
    const again = button("Send again", () => chat.resend(row), { class: "link" })
    bubble.append(make("p", { class: "failure" }, `Not sent: ${row.failure} `, again))
  }
  bubble.append(facts(row))
  element.append(bubble)
  if (row.reactions) element.append(reactions(row, chat))
  if (row.thread) element.append(thread(row, chat))
  element.append(tools(row, chat))
  return element
}

function text(row) {
  const element = make("div", { class: "text", dir: "auto" })
  element.classList.toggle("quiet", Boolean(row.deleted || row.placeholder))
  element.append(...formatted(row.text, row.spans))
  return element
}

function facts(row) {
  const words = [row.pinned ? "pinned" : "", row.edited ? "edited" : "", row.time].filter(Boolean).join(" · ")
  const word = deliveryWords[row.delivery]
  const delivery = word && make("span", { class: `delivery ${row.delivery}`, title: word },
    make("span", { "aria-hidden": "true" }, deliveries[row.delivery]), make("span", { class: "hidden" }, word))
  return make("p", { class: "facts" }, words, delivery ? " " : "", delivery)
}

function answered(answer, chat) {
  const who = answer.mine ? "You" : answer.sender
  const element = button("", () => chat.show(answer.id), { class: "answered", tabindex: -1, title: "Go to that message" })
  if (who) element.append(make("strong", {}, foreign(who)))
  element.append(foreign(answer.text), answer.warned ? " ⚠" : "")
  return element
}

function thread(row, chat) {
  const { text, time, unread, newest } = row.thread
  const element = button("", () => chat.openThread(row), { class: "answered", tabindex: -1, title: "Open the thread" })
  const counts = `⤷ ${text}${time ? ` (${time})` : ""}`
  element.append(unread ? make("strong", {}, counts) : counts)
  const who = newest && (newest.mine ? "You" : newest.sender)
  if (newest) element.append(" ", ...(who ? [foreign(who), ": "] : []), foreign(newest.text), newest.warned ? " ⚠" : "")
  return element
}

/** The height of a picture in a bubble, as the style sheet limits it. */
function shownHeight([width, height]) {
  return Math.round(height * Math.min(1, 360 / width, 320 / height))
}

function file(row, chat) {
  const { file } = row
  if (file.number && file.size) {
    const [width, height] = file.size
    // The place is reserved before the picture is there, so that nothing jumps.
    const element = button("", () => chat.enlarge(file), {
      class: "picture", tabindex: -1, "aria-label": `Picture ${file.name}: enlarge`,
    })
    element.append(make("img", { src: chat.address(file.number), alt: "", width, height, loading: "lazy", decoding: "async" }))
    return element
  }
  const facts = [file.detail, file.progress].filter(Boolean).join(" · ")
  const box = make("div", { class: "file" },
    make("span", { "aria-hidden": "true" }, file.image ? "🖼" : "📄"),
    make("span", {}, foreign(file.name), make("small", {}, facts)))
  // The size that the author states makes the place of a picture that is fetched.
  if (file.image && file.size) box.style.minHeight = `${shownHeight(file.size)}px`
  if (file.number) box.append(make("a", { href: chat.address(file.number), download: file.name, tabindex: -1 }, "Save"))
  else if (file.state === "waiting" || file.state === "moving") {
    if (!row.mine) box.append(button("Cancel", () => chat.cancelDownload(row), { class: "link", tabindex: -1 }))
  } else if (file.state !== "complete") {
    box.append(button("Download", () => chat.download(row), { class: "link", tabindex: -1 }))
  }
  if (file.state === "moving" && file.percent !== undefined) {
    box.append(make("progress", { max: 100, value: file.percent, "aria-label": `${file.name} ${file.percent}%` }))
  }
  return box
}

function reactions(row, chat) {
  return make("div", { class: "reactions" }, ...row.reactions.map(([text, count, isMine, names]) => {
    const others = [...names, ...(isMine ? ["You"] : [])].join(", ")
    const chip = button("", () => chat.react(row, text), {
      tabindex: -1, "aria-pressed": String(isMine), "aria-label": `${text}, ${count}: ${others}`, title: others,
    })
    chip.append(foreign(text), ` ${count}`)
    return chip
  }))
}

function tools(row, chat) {
  const tool = (symbol, label, action) => button(symbol, action, { "aria-label": label, title: label, tabindex: -1 })
  return make("div", { class: "tools" },
    !row.deleted && chat.canWrite() && tool("↩", "Reply", () => chat.reply(row)),
    !row.deleted && tool("☺", "React", () => chat.pick(row)),
    tool("⋯", "More", () => chat.menu(row)))
}
