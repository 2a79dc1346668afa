// Formatted text, built of elements from the spans of a message.

import { button, make } from "./dom.js"

const tags = {
  emphasis: "em", strong: "strong", strike: "s", underline: "u", code: "code", codeBlock: "pre", quote: "blockquote",
}
const blocks = new Set(["codeBlock", "quote", "heading", "listItem"])
const hidden = new Set(["markup", "emote"])
const schemes = /^(?:https?:\/\/|mailto:|matrix:)/i
const addresses = /https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/g

/** Returns elements and texts for a text with spans `[name, start, length, value]`, in ascending order, the longer one first. */
export function formatted(text, spans = []) {
  const place = { index: 0 }
  return pieces(text, spans, place, 0, text.length, false)
}

function pieces(text, spans, place, start, end, isLink) {
  const result = []
  const add = (from, to) => { if (from < to) result.push(...plain(text.slice(from, to), isLink)) }
  let at = start
  while (place.index < spans.length && spans[place.index][1] < end) {
    const [name, first, length, value] = spans[place.index++]
    const last = Math.min(first + length, end)
    if (first < at || last <= first) continue
    // A block has lines of its own: the line break before it is not another one.
    const isBlock = blocks.has(name)
    add(at, isBlock && text[first - 1] === "\n" && first > at ? first - 1 : first)
    const inner = pieces(text, spans, place, first, last, isLink || name === "link")
    if (!hidden.has(name)) result.push(element(name, value, inner, text.slice(first, last)))
    at = isBlock && text[last] === "\n" ? last + 1 : last
  }
  add(at, end)
  return result
}

function element(name, value, inner, text) {
  if (name === "link") return link(value, inner, text)
  if (name === "heading") return make("strong", { class: `heading level${value}` }, ...inner)
  if (name === "listItem") {
    return make("div", { class: "item" }, make("span", {}, value === undefined ? "•" : `${value}.`), make("div", {}, ...inner))
  }
  if (name === "spoiler") return spoiler(inner)
  return make(tags[name] ?? "span", {}, ...inner)
}

function link(address, inner, text) {
  if (!schemes.test(address)) return make("span", {}, ...inner)
  const anchor = make("a", { href: address, target: "_blank", rel: "noopener noreferrer", title: address }, ...inner)
  // A text that looks like another address must not hide where it leads.
  const host = isShown(address, text) ? "" : hostOf(address)
  return host ? make("span", {}, anchor, make("span", { class: "leads" }, ` (${host})`)) : anchor
}

/** Whether a link's text is its address, with or without the scheme. */
function isShown(address, text) {
  const [whole, said] = [address, text].map((one) => one.replace(/\/$/, ""))
  return said === whole || said === whole.replace(/^https?:\/\//i, "")
}

/** The host that the browser asks for an address; empty without one. */
function hostOf(address) {
  try { return new URL(address).host } catch { return "" }
}

function spoiler(inner) {
  const cover = make("span", { class: "spoiler" })
  const show = button("Hidden text: show", () => cover.replaceChildren(...inner), { class: "link" })
  cover.append(show)
  return cover
}

/** Texts and links for a part without formats. */
function plain(text, isLink) {
  if (isLink) return [text]
  const result = []
  let at = 0
  for (const match of text.matchAll(addresses)) {
    if (match.index > at) result.push(text.slice(at, match.index))
    result.push(make("a", { href: match[0], target: "_blank", rel: "noopener noreferrer" }, match[0]))
    at = match.index + match[0].length
  }
  if (at < text.length) result.push(text.slice(at))
  return result
}
