// @ts-check

const DAYS_OF_YEAR = 365.25;
const DAYS_OF_MONTH = DAYS_OF_YEAR / 12;

/**
 * Describe the next date: "tomorrow", "in 4 days", "in 3 months". One month and one year are given in smaller
 * units, because "next month" is ambiguous.
 * @param {number} days from today
 * @param {string} lang
 */
export function sayNextDate(days, lang) {
  const [count, unit] = chooseUnit(days);
  const said = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(count, unit);
  return said.replace(/(\d) /, "$1\u00a0"); // keep the number with its unit
}

/**
 * @param {number} days
 * @returns {[count: number, unit: "day" | "month" | "year"]}
 */
function chooseUnit(days) {
  const [months, years] = [Math.round(days / DAYS_OF_MONTH), Math.round((days / DAYS_OF_YEAR) * 10) / 10];
  if (days < 2 * DAYS_OF_MONTH) return [days, "day"];
  return months < 24 ? [months, "month"] : [years, "year"];
}
