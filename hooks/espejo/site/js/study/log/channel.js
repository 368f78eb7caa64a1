// @ts-check
import { LOG_NAME } from "./name.js";

/**
 * Open the channel that announces log changes between tabs. Old browsers and pages without an origin have
 * none.
 * @param {() => void} onMessage
 */
export function openChannel(onMessage) {
  try {
    const channel = new BroadcastChannel(LOG_NAME);
    channel.onmessage = onMessage;
    return channel;
  } catch {
    return null;
  }
}
