// The line at the bottom: messages, and commands with their options.

import { el, fill, icon } from "./dom.js";
import { Listbox } from "./menu.js";
import { packed } from "./net.js";

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10, FILE = 11;
const entity = { [USER]: "user", [CHANNEL]: "channel", [ROLE]: "role", [MENTIONABLE]: "mentionable" };

/** The commands as one entry for each that can be sent. */
export function leaves(commands) {
  const out = [];
  const walk = (command, path, options, description) => {
    const nested = (options ?? []).filter((o) => o.type <= 2);
    if (nested.length === 0) out.push({ command, name: path, description, options: options ?? [] });
    for (const o of nested) walk(command, `${path} ${o.name}`, o.options, o.description);
  };
  for (const c of commands) if (c.type === 1) walk(c, c.name, c.options, c.description);
  return out;
}

export class Composer {
  #files = [];

  constructor(pane) {
    this.pane = pane;
    this.text = el("textarea", { rows: 1, "aria-label": "Message", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", maxlength: 2000, autocomplete: "off", spellcheck: "false" });
    this.picker = el("input", { type: "file", multiple: true, hidden: true, "aria-label": "Files to attach" });
    this.attached = el("div", { class: "attached-files", hidden: true });
    this.sendButton = el("button", { type: "button", class: "iconic send", "aria-label": "Send", onclick: () => this.#send() }, icon("send"));
    this.plain = el("div", { class: "writing" },
      el("button", { type: "button", class: "iconic", "aria-label": "Attach a file", onclick: () => this.picker.click() }, icon("plus")), this.picker, this.text, this.sendButton);
    this.commandBox = el("div", { class: "commanding", hidden: true });
    this.notice = el("div", { class: "notice", role: "status", "aria-live": "polite" });
    this.node = el("div", { class: "composer" }, this.notice, this.attached, this.plain, this.commandBox);
    this.list = new Listbox({ anchor: this.text, label: "Commands", pick: (item, e) => { e?.preventDefault?.(); this.start(item.leaf); } });
    this.text.addEventListener("input", () => this.#typed());
    this.text.addEventListener("keydown", (e) => {
      if (this.list.key(e)) return;
      if (e.key === "Enter" && !e.shiftKey && !e.isComposing) {
        e.preventDefault();
        this.#send();
      }
    });
    this.text.addEventListener("blur", () => this.list.close());
    this.text.addEventListener("focus", () => this.#typed());
    this.picker.addEventListener("change", () => {
      this.attach(this.picker.files);
      this.picker.value = "";
    });
  }

  /** Attaches files to the message. */
  attach(files) {
    this.#files.push(...files);
    this.#showFiles();
    this.text.focus();
  }

  /** Puts the cursor into the line, with a slash where commands are wanted. */
  focus(slash) {
    if (!this.commandBox.hidden) {
      this.commandBox.querySelector("input")?.focus();
      return;
    }
    if (slash && !this.text.value) this.text.value = "/";
    this.text.focus();
    this.#typed();
  }

  /** Fits the line to another channel or person. */
  reset(channel) {
    this.leave(false);
    this.text.value = "";
    this.#files = [];
    this.#showFiles();
    this.say("");
    this.list.close();
    this.text.disabled = !channel?.write && !channel?.commands;
    this.text.placeholder = !channel ? "" : channel.write ? `Message ${channel.label}` : channel.commands ? "Type / for commands" : "You cannot write here";
    this.#grow();
  }

  say(text, kind = "error") {
    fill(this.notice, text);
    this.notice.className = `notice ${text ? kind : ""}`;
  }

  #grow() {
    this.text.style.height = "auto";
    const height = this.text.scrollHeight; // 0 while the other pane is shown
    if (height > 0) this.text.style.height = `${Math.min(height, 160)}px`;
  }

  #showFiles() {
    this.attached.hidden = this.#files.length === 0;
    fill(this.attached, this.#files.map((f, i) => el("span", { class: "chip" }, icon("file"), el("bdi", {}, f.name),
      el("button", { type: "button", "aria-label": `Remove ${f.name}`, onclick: () => { this.#files.splice(i, 1); this.#showFiles(); } }, icon("close")))));
  }

  #typed() {
    this.#grow();
    const value = this.text.value;
    if (!value.startsWith("/") || value.includes("\n")) {
      this.list.close();
      return;
    }
    const all = this.pane.commands();
    const query = value.slice(1).toLowerCase();
    const exact = query.endsWith(" ") && all.find((l) => l.name === query.trim());
    if (exact) {
      this.start(exact);
      return;
    }
    const words = query.trim();
    const found = all.filter((l) => l.name.includes(words) || words.length > 2 && l.description.toLowerCase().includes(words));
    found.sort((a, b) => Number(b.name.startsWith(words)) - Number(a.name.startsWith(words)));
    this.list.show(found.map((leaf) => ({ leaf, label: `/${leaf.name}`, note: leaf.description })), "There is no such command.");
  }

  async #send() {
    const text = this.text.value.trim();
    if (!text && this.#files.length === 0) return;
    if (text.startsWith("/")) {
      this.say("Choose a command from the list.");
      return;
    }
    this.say("");
    try {
      const files = await Promise.all(this.#files.map(packed));
      await this.pane.act("send", { channel: this.pane.channel.id, text, files });
      this.text.value = "";
      this.#files = [];
      this.#showFiles();
      this.#grow();
    } catch (e) {
      this.say(e.message);
    }
  }

  /** Begins to fill in a command. */
  start(leaf, values = {}) {
    this.list.close();
    this.say("");
    this.text.value = "";
    this.leaf = leaf;
    this.fields = new Map();
    this.strip = el("div", { class: "strip" });
    this.hint = el("div", { class: "hint" });
    this.more = el("div", { class: "more" });
    fill(this.commandBox,
      this.hint,
      el("div", { class: "line" },
        el("span", { class: "command-name" }, `/${leaf.name}`), this.strip,
        el("button", { type: "button", class: "iconic", "aria-label": "Leave the command", onclick: () => this.leave() }, icon("close")),
        this.go = el("button", { type: "button", class: "iconic send", "aria-label": "Send the command", onclick: () => this.#submit() }, icon("send"))),
      this.more);
    this.plain.hidden = true;
    this.commandBox.hidden = false;
    for (const o of leaf.options) if (o.required || values[o.name] !== undefined) this.#add(o, values[o.name]);
    this.#offer();
    this.hint.textContent = leaf.description;
    const firstField = this.fields.values().next().value;
    (firstField?.input ?? this.go).focus();
  }

  /** Goes back to plain text. */
  leave(focus = true) {
    for (const f of this.fields?.values() ?? []) f.list?.close();
    this.fields = undefined;
    this.commandBox.hidden = true;
    this.plain.hidden = false;
    if (focus) this.text.focus();
  }

  // Offers the options that are not filled in yet.
  #offer() {
    const rest = this.leaf.options.filter((o) => !this.fields.has(o.name));
    fill(this.more, rest.length > 0 && el("span", { class: "note" }, "Also:"), rest.map((o) => el("button", {
      type: "button", class: "add", title: o.description, dataset: { option: o.name }, onclick: () => { this.#add(o).input.focus(); this.#offer(); },
    }, o.name)));
  }

  #add(o, value) {
    const file = o.type === FILE;
    const input = el("input", {
      type: file ? "file" : "text", autocomplete: "off", spellcheck: "false", "aria-label": o.name, "aria-required": o.required ? "true" : undefined,
      inputmode: o.type === INTEGER ? "numeric" : o.type === NUMBER ? "decimal" : undefined,
      maxlength: o.max_length, role: file ? undefined : "combobox", "aria-expanded": file ? undefined : "false", dataset: { option: o.name },
    });
    const field = { option: o, input, value: undefined };
    field.node = el("label", { class: "option-field" }, el("span", {}, o.name), input);
    this.fields.set(o.name, field);
    this.strip.append(field.node);
    const width = () => { if (!file) input.style.width = `${Math.max(6, Math.min(34, input.value.length + 2))}ch`; };
    if (value !== undefined) input.value = field.value = value;
    width();
    let turn = 0;
    let timer;
    const suggest = async () => {
      const mine = ++turn;
      let items;
      try {
        items = await this.#suggestions(field);
      } catch (e) {
        this.say(e.message);
        return;
      }
      if (mine !== turn || document.activeElement !== input || !items) return;
      field.list.show(items, "No options match your search.");
    };
    if (!file) {
      field.list = new Listbox({ anchor: input, over: this.commandBox, label: o.name, pick: (item, e) => {
        turn++;
        field.value = item.value;
        input.value = item.label;
        field.list.close();
        width();
        this.say("");
        if (!e || e.key !== "Tab") this.#next(field);
      } });
    }
    input.addEventListener("focus", () => {
      fill(this.hint, el("b", {}, o.name), ` ${o.description}${o.required ? "" : " (optional)"}`);
      if (!file) suggest();
    });
    input.addEventListener("input", () => {
      field.value = input.value === "" ? undefined : input.value;
      field.node.classList.remove("wrong");
      width();
      if (file) return;
      clearTimeout(timer);
      timer = setTimeout(suggest, o.autocomplete ? 120 : 0);
    });
    input.addEventListener("blur", () => { turn++; field.list?.close(); });
    input.addEventListener("keydown", (e) => {
      if (e.isComposing) return;
      if (e.key === "Enter" && field.list?.open && field.value !== undefined && !(field.list.current && String(field.list.current.label).toLowerCase().includes(input.value.toLowerCase()))) field.list.close();
      if (field.list?.key(e)) return;
      if (e.key === "Enter") {
        e.preventDefault();
        this.#next(field);
      } else if (e.key === "Escape") {
        e.preventDefault();
        this.leave();
      } else if (e.key === "Backspace" && input.value === "") {
        e.preventDefault();
        if (o.required) { this.leave(); return; }
        field.list?.close();
        this.fields.delete(o.name);
        field.node.remove();
        this.#offer();
        ([...this.fields.values()].at(-1)?.input ?? this.go).focus();
      }
    });
    return field;
  }

  async #suggestions({ option: o, input, value }) {
    const query = input.value.toLowerCase();
    const fits = (c) => c.label.toLowerCase().includes(query);
    if (o.choices?.length) return o.choices.map((c) => ({ value: c.value, label: c.name })).filter(fits);
    if (o.type === BOOLEAN) return [{ value: true, label: "True" }, { value: false, label: "False" }].filter(fits);
    if (entity[o.type]) return this.pane.entities(entity[o.type], query, o.channel_types);
    if (!o.autocomplete) return null;
    const reply = await this.pane.act("autocomplete", { channel: this.pane.channel.id, command: this.leaf.name, options: { ...await this.#values(o.name), [o.name]: input.value }, focused: o.name });
    return (reply.choices ?? []).map((c) => ({ value: c.value, label: c.name, selected: c.value === value }));
  }

  async #values(without) {
    const out = {};
    for (const [name, f] of this.fields) {
      if (name === without) continue;
      if (f.option.type === FILE) {
        if (f.input.files.length > 0) out[name] = await packed(f.input.files[0]);
      } else if (f.value !== undefined && f.value !== "") {
        out[name] = f.value;
      }
    }
    return out;
  }

  #missing() {
    return [...this.fields.values()].find((f) => f.option.required && (f.option.type === FILE ? f.input.files.length === 0 : f.value === undefined));
  }

  // Goes on to the next field that is needed, or sends.
  #next(from) {
    const missing = this.#missing();
    if (missing && missing !== from) missing.input.focus();
    else if (!missing && [...this.fields.values()].at(-1) === from) this.#submit();
    else if (!missing) this.go.focus();
    else this.say(`“${missing.option.name}” is needed.`);
  }

  async #submit() {
    if (!this.fields || this.go.disabled) return; // sent already
    const missing = this.#missing();
    if (missing) {
      missing.node.classList.add("wrong");
      missing.input.focus();
      this.say(`“${missing.option.name}” is needed.`);
      return;
    }
    const { leaf } = this;
    const fields = this.fields;
    this.go.disabled = true;
    this.say("");
    try {
      const options = await this.#values();
      this.say(`Sending /${leaf.name} …`, "busy");
      await this.pane.act("slash", { channel: this.pane.channel.id, command: leaf.name, options });
      this.say("");
      if (this.fields === fields) this.leave(this.node.contains(document.activeElement) || document.activeElement === document.body);
    } catch (e) {
      this.say(e.message);
    } finally {
      this.go.disabled = false;
    }
  }
}
