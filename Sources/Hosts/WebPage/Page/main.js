// The page: takes each state of the program, and passes it to the part that shows it.

import { ChatPanel } from "./chat.js"
import { isDialogOpen, menu, showKeys, switcher } from "./dialogs.js"
import { button, byId, make } from "./dom.js"
import { Link } from "./link.js"
import { ChatList } from "./list.js"
import { Notices } from "./notices.js"
import { Panes } from "./panes.js"

let stack = []
let badge = 0
let found
// The newest answer to a search for a chat, which the program does not repeat.
let answer
let announced

const link = new Link(receive, report)
const open = (chat) => link.send("list", "open", { chat })
const notices = new Notices(open)
const list = new ChatList(link)
const chat = new ChatPanel(link, notices, chooseChat)
const panes = new Panes(link, notices)

function receive(line) {
  if (line.stack) stack = line.stack
  if (line.badge !== undefined) badge = line.badge
  if (line.virtual) byId("wait").hidden = false
  const isOtherList = line.listBar && list.setBar(line.listBar)
  if (line.list) list.apply(line.list)
  if (isOtherList) list.focus()
  if (line.open) chat.open(line.open)
  if (line.chatBar !== undefined) chat.setBar(line.chatBar)
  if (line.kept) chat.composer.giveBack(line.kept)
  if (line.unfinished) chat.composer.takeBack(line.unfinished)
  if (line.rows || line.chatBar) chat.apply(line.rows)
  for (const name of ["form", "details", "pictures", "pins", "verification"]) {
    if (line[name] !== undefined) panes.set(name, line[name])
  }
  if (line.found) {
    answer = line.found
    found?.(answer)
  }
  if (line.hits) chat.finder.show(line.hits)
  if (line.notices) notices.show(line.notices)
  if (line.open) notices.forget(line.open.chat)
  byId("app").dataset.top = stack.at(-1) ?? "list"
  panes.show(stack)
  if (line.stack || line.open) {
    list.setOpen(chat.id)
    // A narrow screen is a telephone's, whose keyboard would cover the messages.
    const isWriting = innerWidth > 640 && !byId("composer").hidden
    if (stack.at(-1) === "chat" && !isDialogOpen()) byId(isWriting ? "text" : "rows").focus({ preventScroll: true })
  }
  // The first chats come behind the first screen.
  const isList = (line.stack || line.list) && stack.at(-1) === "list"
  // A field that was just hidden has the focus until the next frame.
  if (isList && (document.activeElement === document.body || !document.activeElement.checkVisibility())) list.focus()
  if (line.stack || line.verification !== undefined) showBanner()
  notices.setBadge(badge, chat.title)
}

/** Asks on any screen, if another device asks; the answer is given on the screen of the verification. */
function showBanner() {
  const state = panes.states.verification
  const isShown = Boolean(state?.question || state?.active) && !stack.includes("verification")
  byId("banner").hidden = !isShown
  if (isShown && announced !== state.text) {
    const show = button("Show", () => link.send("app", "verification"), { class: "strong" })
    byId("banner").replaceChildren(make("span", { dir: "auto" }, state.text), show)
  }
  announced = isShown ? state.text : undefined
}

function report(word, typed) {
  const texts = {
    closed: "viperchat does not answer. What you typed stays here; if you start it again, open its new address.",
    refused: "This page is not let in. Open the address that viperchat has printed, once; press Enter there for another.",
    unaccepted: "viperchat did not accept what was done last. Copy what you typed, and load this page again.",
    long: "What was typed is too long for viperchat. Copy it, and load this page again.",
    taken: "The chat was opened in another page.",
    foreign: "Another program answers at this address. Close this page, and open the address that viperchat has printed.",
  }
  const curtain = byId("curtain")
  curtain.hidden = word === "open"
  curtain.textContent = texts[word] ?? ""
  // The typed text stays in sight while the program is away, and after it was not accepted.
  const isOver = ["refused", "taken", "foreign"].includes(word)
  curtain.classList.toggle("over", isOver)
  byId("app").hidden = isOver
  if (typed) chat.composer.putBack(typed)
  if (word !== "open") return
  list.clear()
  panes.show([])
  look()
}

function look() {
  const isLooking = !document.hidden && document.hasFocus()
  link.send("app", "focus", { on: isLooking })
  if (isLooking) chat.look()
}

for (const name of ["focus", "blur"]) addEventListener(name, look)
document.addEventListener("visibilitychange", look)
addEventListener("pagehide", () => chat.composer.leave())

/** Asks for a chat; `choose` gets its ID. What is not lasting is about the open chat. */
function chooseChat(label, choose, isLasting) {
  found = switcher(label, (text) => link.send("app", "find", { text }), choose, isLasting)
  if (answer) found(answer)
}

const findChat = () => chooseChat("Find a chat", open, true)

byId("find-chat").addEventListener("click", findChat)
byId("new-chat").addEventListener("click", () => link.send("list", "create"))
byId("wait").addEventListener("click", () => link.send("app", "wait", { number: 10 }))
byId("more").addEventListener("click", () => menu("More", [
  ["Mark all chats as read", () => link.send("app", "readAll")],
  [list.isOfDrafts ? "All chats" : "Drafts", () => list.showDrafts(!list.isOfDrafts)],
  ...list.otherOrders.map(([order, name]) => [name, () => link.send("list", "order", { text: order })]),
  notices.canAsk && Notification.permission === "default" && ["Allow notifications", () => notices.allow()],
  ["Verification", () => link.send("app", "verification")],
  ["Keys", showKeys],
]))

addEventListener("keydown", (event) => {
  if (isDialogOpen()) return
  const isControl = event.ctrlKey || event.metaKey
  if (isControl && event.key === "k") { event.preventDefault(); findChat() }
  else if (isControl && event.key === "f" && chat.id) { event.preventDefault(); chat.finder.begin() }
  else if (event.altKey && event.key === "ArrowDown") { event.preventDefault(); list.move(1) }
  else if (event.altKey && event.key === "ArrowUp") { event.preventDefault(); list.move(-1) }
  else if (event.key === "Escape") {
    if (stack.at(-1) === "chat") chat.leave()
    else if (stack.length > 1) panes.leave()
    else if (byId("search").value) list.endSearch()
    else if (list.isOfDrafts) list.showDrafts(false)
  }
})

link.start()
