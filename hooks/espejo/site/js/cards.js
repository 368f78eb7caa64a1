// @ts-check
import { ASKED_FOR, isInSight, TURNED } from "./reading.js";
import { readSession, writeSession } from "./session.js";
import { fill } from "./words.js";

const MODE = "cards";

/** Controls that use the deck's keys themselves. */
const BUSY = "a, button, summary, input, textarea, select, dialog, [contenteditable]";
const SCROLLS = "pre, .table, .formula, math, input, textarea, select, dialog, [contenteditable]";

/** Card deck: shows one card at a time, turns it over, moves between cards, or shows all of them. */
export function showCards() {
  const element = /** @type {HTMLElement | null} */ (document.querySelector(".deck:has(.card)"));
  if (!element) return;
  const deck = new Deck(element);
  deck.element.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button[data-deck]");
    if (button) deck.act(button.getAttribute("data-deck"));
  });
  document.addEventListener("keydown", (event) => {
    const act = deck.actOf(event);
    if (!act) return;
    event.preventDefault();
    deck.act(act);
  });
  deck.element.addEventListener("espejo:answered", () => queueMicrotask(() => deck.goOn())); // after its listeners
  deck.element.addEventListener(ASKED_FOR, (event) => deck.follow(event));
  addEventListener("hashchange", () => deck.followAddress());
}

class Deck {
  /** @type {HTMLElement | undefined} the card whose grades are in the bar */
  #lender;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.cards = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(".card")]);
    this.shown = Math.max(0, this.#find());
    for (const card of this.cards) {
      card.tabIndex = -1;
      answerOf(card).addEventListener("toggle", () => this.#update());
    }
    for (const part of element.querySelectorAll("[hidden]")) part.removeAttribute("hidden");
    this.#setSingle(readSession(MODE) !== "all");
    element.classList.add("ready");
    if (this.#find() >= 0) this.#scrollIntoView(); // the others are hidden now
  }

  get single() {
    return this.element.classList.contains("single");
  }

  /** @param {string | null} act what to do: the value of `data-deck` on a button */
  act(act) {
    if (act === "previous") this.show(this.shown - 1);
    if (act === "next") this.show(this.shown + 1);
    if (act === "turn") this.#turn();
    if (act === "all") this.#setSingle(!this.single, true);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {string | undefined} what the key does in the deck, if anything
   */
  actOf({ key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey }) {
    if (!this.single || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return undefined;
    if (!(target instanceof Element) || !isInSight(this.element)) return undefined;
    if (key === " " || key === "Enter") return target.closest(BUSY) ? undefined : "turn";
    if (target.closest(SCROLLS)) return undefined;
    return { ArrowLeft: "previous", ArrowRight: "next" }[key];
  }

  /** Click the graded card's "next" button, which knows what comes next. */
  goOn() {
    if (!this.single) return;
    this.#update();
    clickIn(this.cards[this.shown], "[data-act=next]");
  }

  /** @param {number} number of the card, from 0; out of range does nothing */
  show(number) {
    const [before, card] = [this.cards[this.shown], this.cards[number]];
    if (!card || card.hidden || number === this.shown) return; // a round hides the cards it doesn't ask
    const focused = before.contains(document.activeElement);
    const said = before.dataset.state ? `${before.querySelector(".act > .said")?.textContent} ` : "";
    this.shown = number;
    answerOf(before).open = false;
    if (card.dataset.state) clickIn(card, "[data-act=again]"); // a card that comes back is asked again
    this.#update();
    if (this.element.getBoundingClientRect().top < 0) this.#scrollIntoView();
    if (focused) card.focus({ preventScroll: true });
    history.replaceState(history.state, "", `#${card.id}`);
    this.#sayFront(said);
  }

  /** @param {Event} event dispatched on the requested card */
  follow(event) {
    const number = this.cards.findIndex((card) => card === event.target);
    if (!this.single || number < 0) return;
    event.preventDefault();
    if (number === this.shown) this.#sayFront();
    this.show(number);
    this.cards[number].focus({ preventScroll: true });
  }

  /** Show the card in the URL's hash. */
  followAddress() {
    const number = this.#find();
    if (number >= 0) this.show(number);
  }

  #turn() {
    const answer = answerOf(this.cards[this.shown]);
    answer.open = !answer.open;
    const bar = this.#part(".deck-turner").getBoundingClientRect();
    if (answer.open && answer.getBoundingClientRect().bottom > bar.top) this.#scrollIntoView();
    this.#say(answer.open ? speak(find(answer, ".answer-body")) : "");
  }

  /**
   * @param {boolean} single
   * @param {boolean} [chosen] whether the reader chose it
   */
  #setSingle(single, chosen = false) {
    this.element.classList.toggle("single", single);
    if (chosen) writeSession(MODE, single ? "one" : "all");
    this.#update();
  }

  #update() {
    this.cards.forEach((card, number) => card.classList.toggle("shown", number === this.shown));
    this.#button("previous").setAttribute("aria-disabled", String(this.shown === 0));
    this.#button("next").setAttribute("aria-disabled", String(this.shown === this.cards.length - 1));
    this.#button("turn").setAttribute("aria-expanded", String(answerOf(this.cards[this.shown]).open));
    this.#button("all").setAttribute("aria-pressed", String(!this.single));
    this.#part(".deck-count").textContent = this.#count();
    this.#offerGrades();
    dispatchEvent(new Event(TURNED));
  }

  /** Once a card is turned over, move its grades into the bar, in place of the turn button. */
  #offerGrades() {
    const [card, turn] = [this.cards[this.shown], this.#button("turn")];
    const asked = this.single && answerOf(card).open && !card.dataset.state;
    const lent = this.element.querySelector(".deck-turner > .grading");
    if (asked && lent && this.#lender === card) return;
    const focused = document.activeElement === turn || lent?.contains(document.activeElement);
    if (lent) this.#lender?.querySelector(".practice")?.before(lent);
    const grades = asked && /** @type {HTMLElement | null} */ (card.querySelector(".grading"));
    turn.hidden = Boolean(grades);
    if (grades) {
      this.#lender = card;
      grades.tabIndex = -1;
      turn.after(grades);
      if (focused) grades.focus({ preventScroll: true });
    } else if (focused) turn.focus({ preventScroll: true });
  }

  /** Scroll to the deck if it shows one card, else to the card. */
  #scrollIntoView() {
    (this.single ? this.element : this.cards[this.shown]).scrollIntoView();
  }

  #count() {
    const words = this.#part(".deck-count").dataset.words ?? "";
    return fill(words, { number: this.shown + 1, count: this.cards.length });
  }

  /** @param {string} [said] text to announce first */
  #sayFront(said = "") {
    this.#say(`${said}${this.#count()}. ${speak(find(this.cards[this.shown], ".front"))}`);
  }

  /** @param {string} text */
  #say(text) {
    this.#part(".deck-turner > [role=status]").textContent = text;
  }

  /** Find the card in the URL's hash; -1 if there is none. */
  #find() {
    return this.cards.findIndex((card) => location.hash === `#${card.id}`);
  }

  /** @param {string} act */
  #button(act) {
    return this.#part(`button[data-deck=${act}]`);
  }

  /** @param {string} selector */
  #part(selector) {
    return find(this.element, selector);
  }
}

/**
 * @param {Element} element
 * @param {string} selector of a part it always has
 */
function find(element, selector) {
  return /** @type {HTMLElement} */ (element.querySelector(selector));
}

/**
 * @param {HTMLElement} card
 * @param {string} selector
 */
function clickIn(card, selector) {
  /** @type {HTMLElement | null} */ (card.querySelector(selector))?.click();
}

/** @param {HTMLElement} card */
function answerOf(card) {
  return /** @type {HTMLDetailsElement} */ (find(card, "details.answer"));
}

/**
 * @param {Element} passage
 * @returns {string} text for a screen reader: formulas as text, without folded parts and drawings
 */
function speak(passage) {
  const copy = /** @type {Element} */ (passage.cloneNode(true));
  for (const math of copy.querySelectorAll("math")) math.replaceWith(math.getAttribute("alttext") ?? "");
  for (const extra of copy.querySelectorAll("details, figure, button, form, .grading")) extra.remove();
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}
