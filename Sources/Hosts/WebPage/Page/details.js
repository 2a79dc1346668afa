// The details of a chat: its people, their devices, its files, and what may be changed.

import { ask, askText, menu } from "./dialogs.js"
import { button, foreign, make } from "./dom.js"

const modes = [["all", "All messages"], ["mentions", "Mentions only"], ["none", "Muted"]]

export function buildDetails(state, send) {
  const isGroup = !state.contact
  const heading = (text) => make("h3", {}, text)
  const list = (rows) => make("ul", { class: "people" }, ...rows)
  return [
    state.contact && make("p", {}, foreign(state.contact)),
    state.subtitle && make("p", {}, foreign(state.subtitle)),
    state.stateText && make("p", { class: "warning" }, foreign(state.stateText)),
    state.topic && make("p", { dir: "auto" }, state.topic),
    state.status && make("p", { class: "status" }, state.status),
    state.warning && warning(state, send),
    make("label", { class: "check" }, "Notifications ", notifications(state, send)),
    isGroup && state.rights && make("p", { class: "quiet" }, state.rights),
    isGroup && changes(state, send),
    state.members && heading(isGroup ? "Members" : "Contact"),
    state.members && list(state.members.map((person) => member(person, isGroup, send))),
    state.encrypted && heading("Devices"),
    state.encrypted && list((state.devices ?? []).map((item) => device(item, send))),
    state.moreDevices && make("p", { class: "quiet" }, "There are more devices than these"),
    state.files && heading("Files"),
    state.files && list(state.files.map(({ name, detail }) => make("li", {}, entry(name, [detail])))),
    state.previous && button("Show previous", () => send("previous"), { "data-key": "previous" }),
    state.more && button("Show more", () => send("more"), { "data-key": "more" }),
    state.canLeave && leaving(state, send),
  ]
}

/** A name with facts below it. */
function entry(name, facts) {
  return make("span", {}, foreign(name), make("small", {}, facts.filter(Boolean).join(" · ")))
}

function warning(state, send) {
  const accept = button("Accept", () => send("acknowledge", { text: state.warningID }), { "data-key": "accept" })
  return make("p", { class: "warning", dir: "auto" }, `⚠ ${state.warning} `, accept)
}

function notifications(state, send) {
  const onchange = (event) => send("notifications", { text: event.target.value })
  return make("select", { "aria-label": "Notifications", "data-key": "mode", onchange },
    ...modes.map(([value, text]) => make("option", { value, selected: value === state.notifications }, text)))
}

function changes(state, send) {
  const asking = (label, name, question, old = "") => button(label, async () => {
    const text = await askText(question, label, old)
    if (text !== undefined && (text || name === "topic")) send(name, { text })
  }, { "data-key": name })
  return make("div", { class: "buttons" },
    asking("Invite", "invite", "Name or ID of the person"),
    asking("Lift a ban", "unban", "ID of the person"),
    asking("Rename", "rename", "Title of the group", state.title),
    asking("Set topic", "topic", "Topic of the group", state.topic))
}

function leaving(state, send) {
  const leave = async () => {
    if (await ask("Leave this chat?", "Leave")) send("leaveChat")
  }
  const label = state.leaving ? "Leaving…" : "Leave the chat"
  return make("div", { class: "buttons" }, button(label, leave, { class: "danger", "data-key": "leaveChat" }))
}

function member({ id, name, role }, isGroup, send) {
  const setRole = (role) => [`Make ${role}`, () => send("role", { text: id, reason: role })]
  const putOut = (label, action) => [label, async () => {
    const reason = await askText(`${label} ${name}? A reason, if you like`, label)
    if (reason !== undefined) send(action, { text: id, reason })
  }]
  const open = () => menu(name, [
    ["Verify", () => send("verify", { text: id === "contact" ? "" : id })],
    ...(isGroup ? ["administrator", "moderator", "member"].map(setRole) : []),
    ...(isGroup ? [putOut("Remove", "remove"), putOut("Ban", "ban")] : []),
  ])
  return make("li", {}, entry(name, [id === "contact" ? "" : id, role]),
    id && button("⋯", open, { "aria-label": `Actions for ${name}` }))
}

function device(item, send) {
  const label = item.name || item.id
  const isBlocked = item.trust === "blocked"
  const verify = () => item.mine ? send("verifyOwn", { text: item.id })
    : send("verify", { text: item.person === "contact" ? "" : item.person, reason: item.id })
  const open = () => menu(label, [
    item.trust !== "verified" && ["Verify", verify],
    [isBlocked ? "Unblock" : "Block", () => send("block", { text: item.id, on: !isBlocked })],
  ])
  return make("li", {},
    make("span", {}, foreign(item.owner), ": ", foreign(label),
      make("small", {}, [item.id, item.trustText].filter(Boolean).join(" · ")),
      make("small", { class: "code" }, item.fingerprint ?? "")),
    button("⋯", open, { "aria-label": `Actions for the device ${item.id}` }))
}
