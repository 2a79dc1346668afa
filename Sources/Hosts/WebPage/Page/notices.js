// Notifications: in the page, in the tab's title and icon, and by the browser if it is allowed.

import { button, byId, foreign, make } from "./dom.js"

export class Notices {
  constructor(open) {
    this.open = open
    this.canAsk = "Notification" in window
  }

  /** Shows notices of the program: messages that nobody looked at, and sentences. */
  show(notices) {
    const isAllowed = this.canAsk && Notification.permission === "granted"
    for (const notice of notices.slice(-5)) {
      if (notice.chat && !document.hasFocus() && isAllowed) this.#byBrowser(notice)
      else this.#inPage(notice)
    }
  }

  tell(text) { this.#inPage({ text }) }

  /** Removes the notices of a chat that is open now. */
  forget(chat) {
    for (const notice of [...byId("notices").children]) if (notice.dataset.chat === chat) notice.remove()
  }

  allow() { Notification.requestPermission() }

  setBadge(count, title) {
    document.title = `${count ? `(${count}) ` : ""}${title ? `${title} – ` : ""}viperchat`
    const icon = count ? "/icon-unread.svg" : "/icon.svg"
    if (byId("icon").getAttribute("href") !== icon) byId("icon").setAttribute("href", icon)
  }

  #byBrowser({ chat, title, text, count }) {
    const shown = new Notification(title ?? "viperchat", { body: count ? `${text} (${count} messages)` : text, tag: chat })
    shown.onclick = () => { window.focus(); this.open(chat); shown.close() }
  }

  #inPage({ chat, title, text, warned, count }) {
    const place = byId("notices")
    const element = make("div", { class: "notice", "data-chat": chat })
    const body = make("span", {}, title && make("strong", {}, foreign(title)),
      make("span", { class: "body" }, count && `(${count} messages) `, warned && "⚠ ", foreign(text)))
    const open = () => {
      element.remove()
      this.open(chat)
    }
    element.append(
      chat ? make("button", { type: "button", onclick: open }, body) : body,
      button("✕", () => element.remove(), { "aria-label": "Close the notice" }))
    place.append(element)
    while (place.children.length > 3) place.firstChild.remove()
    setTimeout(() => element.remove(), 10_000)
  }
}
