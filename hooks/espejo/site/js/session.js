// @ts-check
// What is kept until the tab is closed. Storage may be blocked or full: then nothing is kept, as without a script.

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
 * @param {string} value "" to forget it
 */
export function writeSession(key, value) {
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch {
    return;
  }
}
