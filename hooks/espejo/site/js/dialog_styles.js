// @ts-check
import { build } from "./dom.js";

/** Load the styles of dialogs, unless the page has them: it needs them only when one is opened. */
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
