// @ts-check

/**
 * What tells of changes of the log, in this tab or in another. Old browsers, and pages without an origin, have none.
 * @param {() => void} onMessage
 */
export function openChannel(onMessage) {
  try {
    const channel = new BroadcastChannel("espejo");
    channel.onmessage = onMessage;
    return channel;
  } catch {
    return null;
  }
}
