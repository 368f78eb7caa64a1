// @ts-check
// End of a pass: the card with its score, and the round that asks missed questions again. Loaded once they are needed.
export { buildEndCard } from "./end_card.js";
export { Round } from "./round.js";
