// @ts-check
/** The name of the event that a page was found which other scripts belong to: the page that is shown is older. */
export const OUTDATED = "espejo:outdated";
