// @ts-check
// Session storage: values kept until the tab is closed. If it is blocked or full, nothing is kept.

/**
 * @param {string} key
 * @returns {string | null}
 */
export function readSession(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value "" removes it
 */
export function writeSession(key, value) {
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch {
    return;
  }
}
