// The event's clock, and the moments on the page that count by it.

let event = Date.now();
let real = performance.now();
let rate = 1;

/** Takes in the event's time; between two readings it goes on by itself. */
export function setClock(now) {
  event = now;
  real = performance.now();
}

/** Takes in the speed of the rehearsal: below 0 the clock stands, and faster than an evening is at least as fast as one. */
export function setPace(speed) {
  setClock(now());
  rate = speed < 0 ? 0 : Math.max(speed, 1);
}

/** The event's time in milliseconds. */
export const now = () => event + (performance.now() - real) * rate;

const formats = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  w: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const made = new Map();

// What a language writes moments with. All of English counts hours as the event's clock
// does, from 0 to 23.
function writer(locale = "en", key) {
  const tag = /^en\b/.test(locale) ? "en-GB" : locale;
  const name = `${tag} ${key}`;
  if (!made.has(name)) made.set(name, key === "R" ? new Intl.RelativeTimeFormat(tag, { numeric: "always" }) : new Intl.DateTimeFormat(tag, formats[key]));
  return made.get(name);
}

/** A moment in one of Discord's styles but R, in the language of a reader. */
export const format = (ms, style, locale) => writer(locale, formats[style] ? style : "f").format(ms);

const units = [["year", 31536e6], ["month", 2592e6], ["day", 864e5], ["hour", 36e5], ["minute", 6e4], ["second", 1e3]];

/** The distance to a moment, as Discord words it in the language of a reader. */
export function relative(ms, locale) {
  const gap = ms - now();
  const [unit, size] = units.find(([, s]) => Math.abs(gap) >= s - 500) ?? units.at(-1);
  return writer(locale, "R").format(Math.round(gap / size), unit);
}

/** Brings the counting moments under a node up to date. */
export function refresh(root = document) {
  for (const node of root.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative), node.lang || undefined);
    if (node.textContent !== text) node.textContent = text;
  }
}
