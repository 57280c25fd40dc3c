// Building the page. Text only ever becomes text: nothing here or elsewhere
// parses HTML, and the page's policy would refuse it.

/**
 * Makes an element. Properties: class, dataset, aria-* and other attributes,
 * on* listeners, and DOM properties such as value or disabled.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "dataset") Object.assign(node.dataset, value);
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (["value", "checked", "disabled", "multiple", "hidden"].includes(key)) node[key] = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    node.append(child);
  }
}

/** Replaces what is in a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

const paths = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
  thread: "M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4",
  mail: "M3 6h18v12H3zM3 7l9 7 9-7",
  menu: "M4 7h16M4 12h16M4 17h16",
  down: "m6 9 6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 5l-5 15-3-6z",
  plus: "M12 5v14M5 12h14",
  split: "M4 5h16v14H4zM12 5v14",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  sliders: "M4 8h9M17 8h3M4 16h3M11 16h9M15 6v4M9 14v4",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  bracket: "M4 6h5v4h4M4 18h5v-4M13 10v4H9M13 12h7",
  reply: "M9 7 4 12l5 5M4 12h9a6 6 0 0 1 6 6",
  check: "m5 12 5 5 9-10",
  play: "M7 5v14l12-7z",
  pause: "M8 5v14M16 5v14",
  step: "M5 5v14l9-7zM18 5v14",
  log: "M5 4h14v16H5zM8 8h8M8 12h8M8 16h5",
  folder: "M3 6h6l2 2h10v11H3z",
};

/** One of the page's few icons. */
export function icon(name) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(ns, "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** A hue from 0 to 359 that belongs to an id or name. */
export function hue(id) {
  let n = 7;
  for (const c of String(id)) n = (n * 31 + c.codePointAt(0)) % 360;
  return (n * 47) % 360;
}

/** A round picture with somebody's initial. */
export function avatar(id, name, bot) {
  const first = [...new Intl.Segmenter().segment(name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim() || "?")][0].segment;
  const node = el("span", { class: "avatar" + (bot ? " bot" : ""), "aria-hidden": "true" }, bot ? icon("bracket") : [...first].slice(0, 2).join("").toUpperCase());
  node.style.setProperty("--hue", hue(id));
  return node;
}

/** A name, kept from changing the direction of what stands around it. */
export const nameOf = (name, cls = "name") => el("bdi", { class: cls }, name);

/** Orders ids by age. */
export const compareIDs = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
