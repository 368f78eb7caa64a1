// @ts-check

/** Remember that the font of text has come: theme.js has it used from then on, on any connection. */
export async function rememberFonts() {
  const fonts = await document.fonts.ready;
  try {
    if (fonts.check("1em 'Source Serif 4'")) localStorage.fonts = "kept";
  } catch {
    // Storage may be blocked; then a slow connection has the fonts of the system.
  }
}
