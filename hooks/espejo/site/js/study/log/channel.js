// @ts-check

/**
 * Open the channel that announces log changes between tabs. Old browsers and pages without an origin have
 * none.
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
