// @ts-check
/** Event: a fetched page needs newer scripts, so the current page is outdated. */
export const OUTDATED = "espejo:outdated";
