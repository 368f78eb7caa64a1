// @ts-check

/** Remember that the fonts of text have come: theme.js has them used from then on, on any connection. */
export async function rememberFonts() {
  await document.fonts.ready;
  if (![...document.fonts].some(({ family, status }) => family.includes("Serif") && status === "loaded")) return;
  try {
    localStorage.setItem("fonts", "kept");
  } catch {
    // Storage may be blocked; then a slow connection has the fonts of the system.
  }
}
