// @ts-check
import { build } from "./dom.js";

/** Load the dialog styles if the page doesn't have them yet. They are needed only once a dialog opens. */
export async function loadDialogStyles() {
  const path = document.querySelector("[data-dialogs]")?.getAttribute("data-dialogs") ?? "";
  const address = new URL(path, location.href).href;
  if ([...document.styleSheets].some(({ href }) => href === address)) return;
  const link = build("link", { rel: "stylesheet", href: address });
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
    document.head.append(link);
  });
}
