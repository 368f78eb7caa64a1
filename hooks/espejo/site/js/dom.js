// @ts-check

/**
 * Create an element with attributes and children. Strings become text nodes, never markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean>} [attributes] `true` sets an empty attribute, `false`
 *   none
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function build(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Create a button that calls `act` when clicked.
 * @param {string} text
 * @param {() => void} act
 * @param {boolean} [primary]
 */
export function makeButton(text, act, primary = false) {
  const button = build("button", { type: "button", class: primary && "primary" }, text);
  button.addEventListener("click", act);
  return button;
}
