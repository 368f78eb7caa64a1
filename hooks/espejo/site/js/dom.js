// @ts-check

/**
 * An element with attributes and children. Texts become text nodes, never markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean>} [attributes] `true` sets an empty one, `false` none
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
 * A button that does something.
 * @param {string} text
 * @param {() => void} act
 * @param {boolean} [primary]
 */
export function makeButton(text, act, primary = false) {
  const button = build("button", { type: "button", class: primary && "primary" }, text);
  button.addEventListener("click", act);
  return button;
}
