// A list to choose from that opens over the page: for selects, suggestions and
// the choice of a person. On a phone it lies at the bottom of the screen.

import { el, fill, icon } from "./dom.js";

let count = 0;

/** Listbox is the open list; its owner keeps the focus and passes keys on. */
export class Listbox {
  #active = -1;

  constructor({ anchor, label, pick, multiple = false, over = anchor }) {
    this.anchor = anchor;
    this.over = over; // what the list must not cover
    this.pick = pick;
    this.multiple = multiple;
    this.id = `list-${++count}`;
    this.list = el("div", { class: "options", id: this.id, role: "listbox", "aria-label": label, "aria-multiselectable": multiple || undefined });
    this.node = el("div", { class: "popup", popover: "manual" }, this.list);
    this.node.addEventListener("mousedown", (e) => { if (!e.target.closest("input")) e.preventDefault(); });
    this.list.addEventListener("click", (e) => {
      const option = e.target.closest("[role=option]");
      if (option && option.getAttribute("aria-disabled") !== "true") this.pick(this.items[Number(option.dataset.index)], e);
    });
  }

  get open() { return this.node.isConnected; }

  show(items, empty = "Nothing fits.") {
    this.items = items;
    this.#active = items.findIndex((i) => i.selected);
    if (this.#active < 0 && items.length > 0) this.#active = 0;
    let group;
    fill(this.list, items.length === 0 && el("div", { class: "none" }, empty), items.map((item, i) => {
      const head = item.group && item.group !== group ? el("div", { class: "group" }, item.group) : null;
      group = item.group;
      return [head, el("div", {
        class: "option", role: "option", id: `${this.id}-${i}`, dataset: { index: i },
        "aria-selected": String(Boolean(item.selected)), "aria-disabled": item.disabled ? "true" : undefined,
      }, item.picture, el("span", { class: "text" }, el("bdi", { class: "label" }, item.label), item.note && el("bdi", { class: "note" }, item.note)),
      item.selected && icon("check"))];
    }));
    if (!this.open) {
      (this.anchor.closest("dialog") ?? document.body).append(this.node);
      this.node.showPopover();
      this.anchor.setAttribute("aria-controls", this.id);
      this.anchor.setAttribute("aria-expanded", "true");
    }
    this.#place();
    this.#mark();
  }

  #place() {
    const box = this.anchor.getBoundingClientRect();
    const over = this.over.getBoundingClientRect();
    const style = this.node.style;
    const width = Math.min(Math.max(box.width, 300), innerWidth - 16);
    style.width = `${width}px`;
    style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    const below = innerHeight - over.bottom - 12;
    const above = over.top - 12;
    const up = above > below && below < 260;
    style.maxHeight = `${Math.min(340, up ? above : below)}px`;
    style.top = up ? "auto" : `${over.bottom + 4}px`;
    style.bottom = up ? `${innerHeight - over.top + 4}px` : "auto";
  }

  #mark() {
    const options = this.list.querySelectorAll("[role=option]");
    options.forEach((o, i) => o.classList.toggle("active", i === this.#active));
    const node = options[this.#active];
    if (node) {
      this.anchor.setAttribute("aria-activedescendant", node.id);
      node.scrollIntoView({ block: "nearest" });
    } else {
      this.anchor.removeAttribute("aria-activedescendant");
    }
  }

  get current() { return this.items?.[this.#active]; }

  /** Handles a key; reports whether it was one for the list. */
  key(e) {
    if (!this.open) return false;
    const n = this.items.length;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    if (e.key in steps && n > 0) {
      const step = steps[e.key];
      this.#active = Math.abs(step) === 1 ? (this.#active + step + n) % n : Math.max(0, Math.min(n - 1, this.#active + step));
      this.#mark();
    } else if ((e.key === "Enter" || e.key === "Tab") && this.current && !e.shiftKey) {
      if (e.key === "Tab" && this.multiple) return false;
      this.pick(this.current, e);
    } else if (e.key === "Escape") {
      this.close();
    } else {
      return false;
    }
    if (e.key !== "Tab") e.preventDefault();
    e.stopPropagation();
    return true;
  }

  close() {
    if (!this.open) return;
    this.node.remove();
    this.anchor.setAttribute("aria-expanded", "false");
    this.anchor.removeAttribute("aria-activedescendant");
  }
}

/**
 * A button that opens a list. items(query) gives what can be chosen, at once or
 * as a promise; with search there is a field to type in.
 */
export function chooser({ label, face, items, chosen, min = 1, max = 1, disabled, search, custom, cls = "" }) {
  let selected = [...chosen ?? []]; // {value, label}
  const text = el("span", { class: "face" });
  const button = el("button", {
    type: "button", class: `select ${cls}`, role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-label": label,
    disabled, dataset: custom ? { custom } : {},
  }, text, icon("down"));
  const paint = () => fill(text, face ? face(selected) : selected.length ? selected.map((s) => s.label).join(", ") : label);
  paint();
  const api = { button, onchange: () => {}, get values() { return selected.map((s) => s.value); } };

  let closed = 0;
  button.addEventListener("click", () => {
    if (performance.now() - closed < 200) return; // the press that closed the list
    let query = "";
    let turn = 0;
    const before = selected.map((s) => s.value).join("\n");
    const field = search ? el("input", { type: "text", class: "search", placeholder: "Search", "aria-label": `Search: ${label}` }) : null;
    const list = new Listbox({ anchor: button, label, multiple: max > 1, pick: (item) => {
      if (max > 1) {
        const at = selected.findIndex((s) => s.value === item.value);
        if (at >= 0) selected.splice(at, 1);
        else if (selected.length < max) selected.push(item);
        paint();
        draw();
        return;
      }
      selected = [item];
      finish(true);
    } });
    const draw = async () => {
      const mine = ++turn;
      const found = await items(query);
      if (mine !== turn) return;
      list.show(found.map((i) => ({ ...i, selected: selected.some((s) => s.value === i.value) })));
    };
    const finish = (changed, back = true) => {
      if (!list.open) return;
      turn++;
      closed = performance.now();
      list.close();
      document.removeEventListener("mousedown", outside, true);
      removeEventListener("resize", away);
      paint();
      if (back && button.isConnected) button.focus();
      if (changed && selected.length >= min && (max === 1 || selected.map((s) => s.value).join("\n") !== before)) api.onchange(api.values);
    };
    const away = () => finish(max > 1);
    const outside = (e) => { if (!list.node.contains(e.target)) finish(max > 1); };
    if (max > 1) list.node.append(el("button", { type: "button", class: "done", onclick: () => finish(true) }, "Done"));
    if (field) {
      list.node.prepend(field);
      list.anchor = button;
      field.addEventListener("input", () => { query = field.value; draw(); });
      if (custom) field.dataset.searching = custom;
    }
    const keys = (e) => {
      if (e.key === "Escape") { e.preventDefault(); e.stopPropagation(); finish(max > 1); return; }
      if (e.key === "Tab") { finish(max > 1); return; }
      list.key(e);
    };
    document.addEventListener("mousedown", outside, true);
    addEventListener("resize", away);
    Promise.resolve(draw()).then(() => {
      const target = field ?? list.list;
      if (!field) list.list.tabIndex = -1;
      list.node.addEventListener("keydown", keys);
      list.node.addEventListener("focusout", (e) => { if (list.open && e.relatedTarget && !list.node.contains(e.relatedTarget)) finish(max > 1, false); });
      target.focus({ preventScroll: true });
    });
  });
  return api;
}
