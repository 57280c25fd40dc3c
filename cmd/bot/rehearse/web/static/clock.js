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

/** A moment in one of Discord's styles but R. */
export function format(ms, style) {
  const key = formats[style] ? style : "f";
  if (!made.has(key)) made.set(key, new Intl.DateTimeFormat("en-GB", formats[key]));
  return made.get(key).format(ms);
}

const units = [["year", 31536e6], ["month", 2592e6], ["day", 864e5], ["hour", 36e5], ["minute", 6e4], ["second", 1e3]];
const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** The distance to a moment, as Discord words it. */
export function relative(ms) {
  const gap = ms - now();
  const [unit, size] = units.find(([, s]) => Math.abs(gap) >= s - 500) ?? units.at(-1);
  return words.format(Math.round(gap / size), unit);
}

/** Brings the counting moments under a node up to date. */
export function refresh(root = document) {
  for (const node of root.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
}
