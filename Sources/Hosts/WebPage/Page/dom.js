// Elements are made of text and attributes only; no text ever becomes HTML.

/** Returns the element with an id. */
export const byId = (id) => document.getElementById(id)

/** Makes an element. `on…` properties are listeners; what the element knows is set as a property, the rest as an attribute. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else if (name in element && !name.includes("-") && name !== "role") element[name] = value
    else element.setAttribute(name === "class" ? "class" : name, value === true ? "" : value)
  }
  element.append(...children.filter((child) => child || child === 0))
  return element
}

/** Sets an element's text, and hides it if that is empty. */
export function setText(element, text) {
  if (element.textContent !== (text ?? "")) element.textContent = text ?? ""
  element.hidden = !text
}

export const button = (label, onclick, properties = {}) =>
  make("button", { type: "button", onclick, ...properties }, label)

/** A text of another person: whatever direction it sets ends with it. */
export const foreign = (text, properties = {}) => make("bdi", properties, text ?? "")

/** Calls `action` some milliseconds after a call, which later calls do not put off. */
export function within(milliseconds, action) {
  let timer
  const soon = () => { timer ??= setTimeout(() => { timer = undefined; action() }, milliseconds) }
  soon.cancel = () => { clearTimeout(timer); timer = undefined }
  soon.isWaiting = () => timer !== undefined
  return soon
}

/** Calls `action` once a pause of some milliseconds has passed without another call. */
export function afterPause(milliseconds, action) {
  let timer
  const later = (...values) => {
    clearTimeout(timer)
    timer = setTimeout(() => { timer = undefined; action(...values) }, milliseconds)
  }
  later.cancel = () => { clearTimeout(timer); timer = undefined }
  return later
}
