// @ts-check
/** @typedef {import("./words.js").Words} Words */

const MESSAGE_MILLISECONDS = 2000;

/**
 * Add a copy button to each code listing.
 * @param {Words} words
 */
export function offerCopying(words) {
  for (const listing of document.querySelectorAll("pre.highlight")) {
    const frame = document.createElement("div");
    frame.className = "listing";
    listing.replaceWith(frame);
    frame.append(listing, copyButton(words, () => listing.textContent ?? ""));
  }
}

/**
 * @param {Words} words
 * @param {() => string} read
 */
function copyButton(words, read) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = words.copy;
  const status = document.createElement("span");
  status.className = "unseen";
  status.setAttribute("role", "status");

  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(read());
      button.textContent = words.copied;
    } catch {
      // Permission was denied, or there is no clipboard, as on pages that are not served over https.
      button.textContent = words.copy_failed;
    }
    status.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = words.copy;
      status.textContent = "";
    }, MESSAGE_MILLISECONDS);
  });

  const wrapper = document.createElement("span");
  wrapper.append(button, status);
  return wrapper;
}
