// @ts-check
import { build } from "./dom.js";

/**
 * Download text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  build("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000); // some browsers read it late
}
