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
    // Its text names who did it.
    element.append(make("p", { class: "line" }, foreign(row.text), ` ·\u00a0${(row.time ?? "").replaceAll(" ", "\u00a0")}`))
    return element
  }
  const bubble = make("div", { class: "bubble" })
  if (row.sender) bubble.append(make("p", { class: "sender" }, foreign(row.sender)))
  if (row.answered) bubble.append(answered(row.answered, chat))
  if (row.file) bubble.append(file(row, chat))
  if (row.attachment) bubble.append(make("p", { class: "attachment" }, row.attachment))
  if (row.text) bubble.append(text(row))
  if (row.poll) bubble.append(poll(row, chat))
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

/** The largest size at which a picture stands in its message. */
const [pictureWidth, pictureHeight] = [360, 320]

/** The factor by which a picture is smaller in its message. */
function scale([width, height]) {
  return Math.min(1, pictureWidth / width, pictureHeight / height)
}

function file(row, chat) {
  const { file } = row
  if (file.number && file.size) {
    // The place is reserved before the picture is there, so that nothing jumps: a style without a size of its own takes these.
    const element = button("", () => chat.enlarge(file), {
      class: "picture", tabindex: -1, "aria-label": `Picture ${file.name}: enlarge`,
    })
    const picture = make("img", { src: chat.address(file.number), alt: "", loading: "lazy", decoding: "async" })
    // As attributes they may have fractions, and so the very shape of the picture.
    ;["width", "height"].forEach((name, index) => picture.setAttribute(name, file.size[index] * scale(file.size)))
    element.append(picture)
    return element
  }
  const facts = [file.detail, file.progress].filter(Boolean).join(" · ")
  const box = make("div", { class: "file" },
    make("span", { "aria-hidden": "true" }, file.image ? "🖼" : "📄"),
    make("span", {}, foreign(file.name), make("small", {}, facts)))
  // The size that the author states makes the place of a picture that is fetched.
  if (file.image && file.size) box.style.minHeight = `${Math.round(file.size[1] * scale(file.size))}px`
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

/** The reactions that are shown below a message; a further chip lists all. */
const reactionsShown = 20

/** The people who chose a reaction, as far as they are named. */
export function people([, count, isMine, names]) {
  const all = [...(isMine ? ["You"] : []), ...names]
  return [...all, ...(count > all.length ? [`${count - all.length} more`] : [])].join(", ")
}

function poll(row, chat) {
  const { answers, summary, ended } = row.poll
  return make("div", { class: "poll" },
    ...answers.map(([text, votes, isMine], index) => {
      const count = votes < 0 ? "" : votes === 1 ? "1 vote" : `${votes} votes`
      const answer = button("", () => chat.vote(row, index + 1), {
        tabindex: -1, disabled: Boolean(ended) || !chat.canWrite(), "aria-pressed": String(isMine),
      })
      answer.append(make("span", {}, foreign(text)), make("small", {}, count))
      return answer
    }),
    make("small", {}, summary))
}

function reactions(row, chat) {
  return make("div", { class: "reactions" }, ...row.reactions.slice(0, reactionsShown).map((reaction) => {
    const [text, count, isMine] = reaction
    const others = people(reaction)
    const chip = button("", () => chat.react(row, text), {
      tabindex: -1, "aria-pressed": String(isMine), "aria-label": `${text}, ${count}: ${others}`, title: others,
    })
    chip.append(foreign(text), ` ${count}`)
    return chip
  }), row.reactions.length > reactionsShown &&
    button(`${row.reactions.length - reactionsShown} more`, () => chat.showReactions(row), { tabindex: -1 }))
}

function tools(row, chat) {
  const tool = (symbol, label, action) => button(symbol, action, { "aria-label": label, title: label, tabindex: -1 })
  return make("div", { class: "tools" },
    !row.deleted && chat.canWrite() && tool("↩", "Reply", () => chat.reply(row)),
    !row.deleted && tool("☺", "React", () => chat.pick(row)),
    tool("⋯", "More", () => chat.menu(row)))
}
