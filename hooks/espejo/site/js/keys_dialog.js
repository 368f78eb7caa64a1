// @ts-check
// Dialog that lists the keyboard shortcuts and switches them on or off.
import { loadDialogStyles } from "./dialog_styles.js";
import { build } from "./dom.js";
import { areKeysOn, KEYS } from "./keys.js";
import { fill } from "./words.js";

/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * Show the keys that the page has now.
 * @param {Record<string, string>} words
 */
export async function showKeys(words) {
  await loadDialogStyles().catch(() => {}); // without styles it is plain but readable
  dialog ??= makeDialog(words);
  const rows = KEYS.filter(([, , where]) => document.querySelector(where)).map((key) => listKey(key, words));
  dialog.querySelector("dl")?.replaceChildren(...rows);
  const box = dialog.querySelector("input");
  if (box) box.checked = areKeysOn();
  if (!dialog.open) dialog.showModal();
}

/** @param {Record<string, string>} words */
function makeDialog(words) {
  const close = build("button", { type: "button", class: "close", "aria-label": words.keys_close }, "×");
  const box = build("input", { type: "checkbox" });
  const made = build(
    "dialog",
    { class: "keys-dialog", "aria-labelledby": "keys-title" },
    build("div", {}, close, build("h2", { id: "keys-title" }, words.keys_title), build("dl"), build("label", {}, box, words.keys_on), build("p", {}, words.keys_about)),
  );
  close.addEventListener("click", () => made.close());
  box.addEventListener("change", () => switchKeys(box.checked));
  made.addEventListener("click", ({ target }) => target === made && made.close());
  document.body.append(made);
  return made;
}

/** @param {boolean} on */
function switchKeys(on) {
  document.documentElement.toggleAttribute("data-no-keys", !on);
  try {
    if (on) localStorage.removeItem("keys");
    else localStorage.setItem("keys", "off");
  } catch {
    return; // storage is blocked: the switch lasts for this page only
  }
}

/**
 * @param {import("./keys.js").Key} key
 * @param {Record<string, string>} words
 */
function listKey([keys, word, , , shown = keys], words) {
  const caps = fill(shown, words).split(" ").map((cap) => build("kbd", {}, cap));
  return build("div", {}, build("dt", {}, ...caps), build("dd", {}, words[word]));
}
