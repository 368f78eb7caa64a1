// @ts-check
// Setup form: what to be asked about, how many questions, and in which mode.
import { fill } from "../../words.js";
import { suggestMinutes } from "./clock.js";
import { listItems } from "./draw.js";
import { SOURCES, parseQuery } from "./query.js";
/** @typedef {import("./draw.js").BankMap} BankMap */
/** @typedef {import("./query.js").Chosen} Chosen */

/** @typedef {{items: import("./draw.js").Item[], count: number, mode: "feedback" | "exam", where: string, minutes: number}} Wish */

export class Setup {
  #pool = 0;
  #ownMinutes = false;

  /**
   * @param {HTMLFormElement} form
   * @param {() => Promise<BankMap>} getMap
   * @param {Record<string, string>} words
   * @param {(wish: Wish) => void} onStart
   */
  constructor(form, getMap, words, onStart) {
    this.form = form;
    this.getMap = getMap;
    this.words = words;
    this.status = /** @type {HTMLElement} */ (form.querySelector(".setup-pool"));
    this.count = this.#field("count");
    this.minutes = this.#field("minutes");
    this.#preselect(parseQuery(location.search));
    if (new URLSearchParams(location.search).get("mode") === "exam") {
      /** @type {HTMLInputElement} */ (form.querySelector("[name=mode][value=exam]")).checked = true;
    }
    form.addEventListener("input", ({ target }) => {
      if (target === this.minutes) this.#ownMinutes = true;
      this.update();
    });
    form.addEventListener("click", ({ target }) => this.#preset(target));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wish = await this.#read();
      if (wish) onStart(wish);
    });
    this.update();
  }

  /** Show how many questions there are to draw from, and suggest a time limit. */
  async update() {
    const exam = this.#checked("mode")[0] === "exam";
    /** @type {HTMLElement} */ (this.form.querySelector(".setup-clock")).hidden = !exam;
    this.#nameChosen();
    this.minutes.disabled = !exam || !this.#field("clock").checked;
    const items = await this.#listItems().catch(() => undefined);
    if (!items) return;
    this.#pool = items.length;
    this.#say(items.length ? this.#countWords(items.length) : "");
    if (!this.#ownMinutes) this.minutes.value = String(this.#suggest(Math.min(items.length, Number(this.count.value) || 1)));
  }

  /** Summarize each section's selection in its heading, so that it can stay collapsed. */
  #nameChosen() {
    for (const fold of this.form.querySelectorAll(".fold")) {
      const names = [...fold.querySelectorAll("input:checked + span")].map((name) => name.textContent?.trim() ?? "");
      const chosen = fold.querySelector(".chosen");
      if (chosen) chosen.textContent = names.length > 3 ? `${names.slice(0, 3).join(", ")}, …` : names.join(", ");
    }
  }

  /** @param {number} count */
  #suggest(count) {
    const boxes = this.#boxes().filter((box) => box.checked);
    return suggestMinutes(count, boxes.map(({ dataset }) => ({ items: Number(dataset.items), minutes: Number(dataset.minutes) })));
  }

  /** @param {number} count */
  #countWords(count) {
    return fill(count === 1 ? this.words.setup_pool_one : this.words.setup_pool_many, { count });
  }

  /** @returns {Promise<Wish | undefined>} */
  async #read() {
    const items = await this.#listItems().catch(() => undefined);
    if (!items) this.#say(this.words.run_failed);
    else {
      const exam = this.#checked("mode")[0] === "exam";
      return {
        ...{ items, count: Number(this.count.value), mode: exam ? "exam" : "feedback" },
        where: exam ? "exam" : this.#checked("topic").length ? "topic" : "quiz",
        minutes: exam && this.#field("clock").checked ? Math.max(1, Math.round(Number(this.minutes.value)) || 1) : 0,
      };
    }
  }

  async #listItems() {
    const [collection, course, topic] = SOURCES.map((name) => this.#checked(name));
    if (!collection.length && !course.length && !topic.length) {
      const all = this.form.querySelectorAll("[name=collection]:not([data-cards])"); // without a tick: every question
      collection.push(...[.../** @type {NodeListOf<HTMLInputElement>} */ (all)].map(({ value }) => value));
    }
    const cards = this.form.querySelector("[name=cards]:checked");
    const decks = this.#boxes().filter((box) => "cards" in box.dataset).map((box) => box.value);
    return listItems(await this.getMap(), { collection, course, topic }, cards ? [] : decks);
  }

  /** @param {Chosen} chosen */
  #preselect(chosen) {
    for (const box of this.#boxes()) {
      box.checked ||= chosen[/** @type {keyof Chosen} */ (box.name)].includes(box.value);
    }
  }

  /** @param {EventTarget | null} target */
  #preset(target) {
    const { count } = target instanceof HTMLButtonElement ? target.dataset : {};
    if (!count) return;
    this.count.value = count === "all" ? String(this.#pool || this.count.max) : count;
    this.update();
  }

  #boxes() {
    const boxes = this.form.querySelectorAll(SOURCES.map((name) => `[name=${name}]`).join());
    return /** @type {HTMLInputElement[]} */ ([...boxes]);
  }

  /** @param {string} name */
  #checked(name) {
    const fields = this.form.querySelectorAll(`[name=${name}]:checked`);
    return /** @type {HTMLInputElement[]} */ ([...fields]).map((field) => field.value);
  }

  /** @param {string} name */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.form.querySelector(`[name=${name}]`));
  }

  /** @param {string} text */
  #say(text) {
    this.status.textContent = text;
  }
}
