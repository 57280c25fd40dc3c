// A pane: one person's client, with the channels they see, the open channel and
// the line to write in.

import { el, fill, icon, avatar, nameOf, compareIDs } from "./dom.js";
import { act, get } from "./net.js";
import { Composer } from "./composer.js";
import { chooser } from "./menu.js";
import { emptyChannel, message } from "./message.js";
import { openForm } from "./form.js";
import { read, write } from "./memory.js";

const mostShown = 150;
const together = 5 * 60 * 1000;
const isThread = (c) => c.kind >= 10 && c.kind <= 12;

// Whether two states of a message look the same.
const same = (a, b) => JSON.stringify({ ...a, seq: 0 }) === JSON.stringify({ ...b, seq: 0 });

export class Pane {
  #messages = new Map(); // id → what the server sent
  #nodes = new Map();
  #channels = []; // of the open server, and the direct messages
  #everywhere = []; // the same of all servers
  #more = false;
  #turn = 0;
  #stuck = true; // the newest message is on the screen, and stays there
  #wanted; // the message that answers what was done last
  #later;

  constructor(app, slot) {
    this.app = app;
    this.slot = slot;
    this.composer = new Composer(this);
    this.who = el("div", { class: "who" });
    this.places = el("nav", { class: "places", "aria-label": "Channels" });
    this.head = el("header", { class: "channel-head" });
    this.log = el("div", { class: "log", role: "log", "aria-label": "Messages", tabindex: "0" });
    this.jump = el("button", { type: "button", class: "jump", hidden: true, onclick: () => this.#bottom(true) }, icon("down"), "New messages");
    this.side = el("aside", { class: "side" }, this.who, this.places);
    this.node = el("section", { class: "pane", dataset: { slot }, "aria-label": slot === "a" ? "First person" : "Second person" },
      this.side, el("div", { class: "shade", onclick: () => this.drawer(false) }),
      el("div", { class: "chat" }, this.head, this.log, this.jump, this.composer.node));
    this.log.addEventListener("scroll", () => {
      if (this.log.clientHeight === 0) return; // the other pane is shown
      this.#stuck = this.#atBottom();
      if (this.#stuck) this.jump.hidden = true;
      if (this.log.scrollTop < 40 && this.#more) this.#older();
    }, { passive: true });
    this.log.addEventListener("click", (e) => {
      const name = e.target.closest("[data-command]")?.dataset.command;
      const leaf = name && this.commands().find((l) => l.name === name);
      if (leaf) this.composer.start(leaf);
    });
    const keep = () => { if (this.#stuck) this.#bottom(false); };
    new ResizeObserver(keep).observe(this.log); // shown again, or the line below has grown
    this.log.addEventListener("load", keep, true); // a picture
    this.node.addEventListener("focusin", () => app.focused(this));
    this.node.addEventListener("pointerdown", () => app.focused(this));
    addEventListener("keydown", (e) => { if (e.key === "Escape") this.drawer(false); });
  }

  get me() { return { id: this.person?.id, roles: this.person?.roles ?? [], locale: this.person?.locale }; }

  /** The pane's place in the address of the page. */
  get address() { return this.person && this.channel ? `${this.person.id}.${this.channel.id}` : ""; }

  /** Shows somebody's client, in a channel they see. */
  async show(person, channelID) {
    const turn = ++this.#turn;
    this.node.setAttribute("aria-busy", "true");
    this.person = person;
    this.#paintWho();
    await this.loadChannels();
    if (turn !== this.#turn) return;
    const wanted = this.#channels.find((c) => c.id === channelID) ?? this.#channels.find((c) => c.kind === 0) ?? this.#channels[0];
    if (wanted) await this.open(wanted);
    const form = await get("form", { as: person.id });
    if (form && turn === this.#turn && read("closed-form", "") !== form.interaction_id) this.#open(form);
  }

  async open(channel) {
    const turn = ++this.#turn;
    this.node.setAttribute("aria-busy", "true");
    this.channel = channel;
    this.drawer(false);
    this.#paintHead();
    this.composer.reset({ ...channel, label: this.label(channel) });
    const page = await get("messages", { as: this.person.id, channel: channel.id });
    if (turn !== this.#turn) return;
    this.#messages.clear();
    this.#nodes.clear();
    this.#more = page.more;
    for (const m of page.messages) this.#messages.set(m.id, m);
    this.#paintLog();
    this.mark(page.seq);
    this.#paintPlaces();
    this.#bottom(false);
    this.app.moved(page.seq);
    this.node.removeAttribute("aria-busy");
  }

  label(c) {
    if (c.kind === 1) return "Topcut";
    return isThread(c) ? c.name : `#${c.name}`;
  }

  // ---- channels

  async loadChannels() {
    const { person } = this;
    const page = await get("channels", { as: person.id });
    if (person !== this.person) return;
    this.#everywhere = page.channels;
    this.#channels = page.channels.filter((c) => !c.guild || c.guild === this.app.guild.id);
    const now = this.channel && this.#channels.find((c) => c.id === this.channel.id);
    if (now) this.channel = now;
    this.#paintPlaces();
  }

  /** Whether something is unread in another server. */
  unreadIn(guild) {
    const marks = this.person ? this.#readMarks : {};
    return this.#everywhere.some((c) => c.guild === guild && c.kind !== 4 && (c.last ?? 0) > (marks[c.id] ?? 0));
  }

  /** Opens the next channel of the list, or the one before. */
  neighbour(step) {
    const ids = [...this.places.querySelectorAll("[data-channel]")].map((n) => n.dataset.channel);
    const id = ids[(ids.indexOf(this.channel?.id) + step + ids.length) % ids.length];
    const channel = this.#channels.find((c) => c.id === id);
    if (channel) this.open(channel).then(() => this.#settle()).catch((e) => this.say(e.message));
  }

  #soon() {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.loadChannels().catch((e) => this.say(e.message)), 250);
  }

  get #readMarks() { return read(`read-${this.person.id}`, {}); }

  /** Remembers that the open channel is read up to an entry. */
  mark(seq) {
    if (!this.channel) return;
    const marks = this.#readMarks;
    if (marks[this.channel.id] >= seq) return;
    write(`read-${this.person.id}`, { ...marks, [this.channel.id]: seq });
  }

  #paintPlaces() {
    const marks = this.#readMarks;
    const top = this.#channels.filter((c) => !isThread(c) && c.kind !== 1 && c.kind !== 4);
    const dm = this.#channels.filter((c) => c.kind === 1);
    const threads = (id) => this.#channels.filter((c) => isThread(c) && c.parent === id && (!c.archived || c.id === this.channel?.id)).slice(0, 60);
    const categories = this.#channels.filter((c) => c.kind === 4);
    const link = (c) => {
      const here = c.id === this.channel?.id;
      const unread = !here && (c.last ?? 0) > (marks[c.id] ?? 0);
      const ping = !here && (c.ping ?? 0) > (marks[c.id] ?? 0);
      return el("button", {
        type: "button", class: ["place", here && "here", unread && "unread", isThread(c) && "thread"].filter(Boolean).join(" "),
        "aria-current": here ? "page" : undefined, dataset: { channel: c.id },
        onclick: () => this.open(c).then(() => this.#settle()).catch((e) => this.say(e.message)),
      }, icon(c.kind === 1 ? "mail" : isThread(c) ? "thread" : "hash"), el("bdi", {}, c.kind === 1 ? "Topcut" : c.name),
      ping && el("span", { class: "pinged", "aria-label": "you were mentioned" }, "@"),
      unread && !ping && el("span", { class: "dot", "aria-label": "unread" }));
    };
    const focused = document.activeElement?.dataset?.channel;
    fill(this.places,
      el("div", { class: "group" }, this.app.guild.name),
      top.filter((c) => !c.parent).map((c) => [link(c), threads(c.id).map(link)]),
      categories.map((k) => [el("div", { class: "group" }, k.name), top.filter((c) => c.parent === k.id).map((c) => [link(c), threads(c.id).map(link)])]),
      el("div", { class: "group" }, "Direct messages"), dm.map(link));
    if (focused) this.places.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    const waiting = this.#channels.some((c) => c.id !== this.channel?.id && (c.ping ?? 0) > (marks[c.id] ?? 0));
    this.node.classList.toggle("waiting", waiting);
    this.app.waiting(this, waiting);
    this.app.paintServers();
  }

  // ---- the person

  #paintWho() {
    const { app } = this;
    if (this.switcher && this.switched === this.person.id) return;
    this.switched = this.person.id;
    const face = (p) => el("span", { class: "person" }, avatar(p.id, p.name), el("span", {}, nameOf(p.name), el("span", { class: "note" }, part(p))));
    this.switcher = chooser({
      label: "Act as", search: true, cls: "switch", chosen: [{ value: this.person.id, label: this.person.name }],
      face: () => face(this.person),
      items: (query) => app.people(query).concat(query ? [] : [{ value: "", label: "Somebody new", note: "a stranger joins the server", group: "Strangers", picture: el("span", { class: "avatar new" }, icon("plus")) }]),
      custom: `as-${this.slot}`,
    });
    this.switcher.onchange = async ([id]) => {
      try {
        const person = id ? app.person(id) : await app.stranger();
        const { channel } = this;
        await this.show(person, channel?.kind === 1 ? undefined : channel?.id);
        this.#settle();
      } catch (e) {
        this.say(e.message);
      }
    };
    fill(this.who, el("div", { class: "note" }, "Acting as"), this.switcher.button);
  }

  // Puts the cursor where one writes, unless it has gone elsewhere meanwhile.
  #settle() {
    const at = document.activeElement;
    if (at === document.body || this.node.contains(at)) this.composer.focus();
  }

  /** What can be chosen where a user, role or channel is asked for. */
  entities(kind, query, kinds) {
    const q = query.toLowerCase();
    const fits = (s) => s.toLowerCase().includes(q);
    const out = [];
    if (kind === "user" || kind === "mentionable") out.push(...this.app.people(query));
    if (kind === "role" || kind === "mentionable") {
      for (const [value, name] of Object.entries(this.app.guild.roles)) if (fits(name)) out.push({ value, label: `@${name}`, group: "Roles" });
    }
    if (kind === "channel") {
      for (const c of this.#channels) if (c.kind !== 1 && c.kind !== 4 && fits(c.name) && (!kinds?.length || kinds.includes(c.kind))) out.push({ value: c.id, label: `#${c.name}` });
    }
    return out.slice(0, 60);
  }

  /** The commands the client offers in the open channel. */
  commands() {
    const { channel } = this;
    if (!channel?.commands) return [];
    const have = BigInt(channel.permissions);
    const direct = channel.kind === 1;
    return this.app.commands.filter(({ command: c }) => {
      if (c.guild_id && (direct || c.guild_id !== this.app.guild.id)) return false;
      if (c.contexts && !c.contexts.includes(direct ? 1 : 0)) return false;
      if (direct && c.dm_permission === false) return false;
      const need = c.default_member_permissions;
      return direct || need == null || have === (1n << 53n) - 1n || BigInt(need) !== 0n && (have & BigInt(need)) === BigInt(need);
    });
  }

  // ---- messages

  #paintHead() {
    const c = this.channel;
    const parent = isThread(c) && this.#channels.find((x) => x.id === c.parent);
    fill(this.head,
      el("button", { type: "button", class: "iconic drawer-button", "aria-label": "Channels and people", onclick: () => this.drawer(true) }, icon("menu")),
      icon(c.kind === 1 ? "mail" : isThread(c) ? "thread" : "hash"),
      el("h2", {}, el("bdi", {}, c.kind === 1 ? "Topcut" : c.name), parent && el("span", { class: "note" }, ` in #${parent.name}`), c.archived && el("span", { class: "note" }, " archived")),
      el("span", { class: "as" }, avatar(this.person.id, this.person.name), nameOf(this.person.name)));
  }

  drawer(open) {
    this.node.classList.toggle("drawn", open);
    if (open) this.switcher?.button.focus();
  }

  #paintLog() {
    this.#nodes.clear();
    fill(this.log);
    if (this.#messages.size === 0) {
      emptyChannel(this.log, this);
      return;
    }
    if (this.#more) this.log.append(el("button", { type: "button", class: "older", onclick: () => this.#older() }, "Earlier messages"));
    for (const id of this.#messages.keys()) this.log.append(this.#node(id));
    for (const id of this.#messages.keys()) this.#follow(this.#nodes.get(id));
  }

  /** What an empty channel says depends on whether there is an event. */
  stillEmpty() {
    if (this.channel && this.#messages.size === 0) emptyChannel(this.log, this);
  }

  #node(id) {
    const node = message(this.#messages.get(id), this);
    this.#nodes.set(id, node);
    return node;
  }

  // Leaves out the head of a message that goes on where the last one ended.
  #follow(node) {
    const before = node?.previousElementSibling;
    if (!node) return;
    const goesOn = before?.matches("article") && before.dataset.author === node.dataset.author && !node.querySelector(":scope > .cause") &&
      Number(node.dataset.when) - Number(before.dataset.when) < together && node.classList.contains("private") === before.classList.contains("private");
    node.classList.toggle("goes-on", Boolean(goesOn));
  }

  find(id) { return this.#messages.get(id); }

  nodeOf(id) { return this.#nodes.get(id); }

  #atBottom() { return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 80; }

  #bottom(smooth) {
    this.#stuck = true;
    this.log.scrollTo({ top: this.log.scrollHeight, behavior: smooth && !matchMedia("(prefers-reduced-motion: reduce)").matches ? "smooth" : "instant" });
    this.jump.hidden = true;
  }

  async #older() {
    if (this.loading) return;
    this.loading = true;
    try {
      const turn = this.#turn;
      const first = this.#messages.keys().next().value;
      const page = await get("messages", { as: this.person.id, channel: this.channel.id, before: first });
      if (turn !== this.#turn) return;
      const height = this.log.scrollHeight - this.log.scrollTop;
      this.#messages = new Map([...page.messages.map((m) => [m.id, m]), ...this.#messages]);
      this.#more = page.more;
      this.#paintLog();
      this.log.scrollTop = this.log.scrollHeight - height;
    } catch (e) {
      this.say(e.message);
    } finally {
      this.loading = false;
    }
  }

  /** Takes in what changed. */
  apply(changes) {
    const stuck = this.#stuck;
    let fresh = false;
    let answered = false;
    for (const c of changes) {
      if (c.kind === "channels") this.#soon();
      if (c.kind === "unread") {
        const known = this.#everywhere.find((x) => x.id === c.channel);
        if (!known) {
          this.#soon();
          continue;
        }
        known.last = Math.max(known.last ?? 0, c.seq);
        if (c.ping) known.ping = Math.max(known.ping ?? 0, c.seq);
        this.#paintPlaces();
      }
      if (c.channel !== this.channel?.id) continue;
      if (c.kind === "deleted") {
        this.#messages.delete(c.id);
        const node = this.#nodes.get(c.id);
        const next = node?.nextElementSibling;
        const focused = node?.contains(document.activeElement);
        node?.remove();
        this.#nodes.delete(c.id);
        this.#follow(next?.matches("article") ? next : undefined);
        if (focused) this.composer.focus();
      }
      if (c.kind === "message" && this.#upsert(c.message)) {
        fresh = true;
        if (c.id === this.#wanted) answered = true;
      }
      if (c.seq) this.mark(c.seq);
    }
    if (stuck || answered) {
      this.#trim();
      if (changes.some((c) => c.kind === "message")) this.#bottom(false);
    } else if (fresh) {
      this.jump.hidden = false;
    }
  }

  // Adds or renews a message; reports whether it is new.
  #upsert(m) {
    const old = this.#nodes.get(m.id);
    const known = this.#messages.get(m.id);
    if (known && (known.seq > m.seq || same(known, m))) return false;
    const fresh = !known;
    if (fresh && this.#messages.size === 0) fill(this.log);
    this.#messages.set(m.id, m);
    if (old) {
      const custom = old.contains(document.activeElement) && document.activeElement.dataset.custom;
      const node = this.#node(m.id);
      old.replaceWith(node);
      this.#follow(node);
      if (custom) {
        const again = node.querySelector(`[data-custom="${CSS.escape(custom)}"]:not(:disabled)`) ?? node.querySelector("[data-custom]:not(:disabled)");
        if (again) again.focus({ preventScroll: true });
        else this.composer.focus();
      }
      return false;
    }
    const ids = [...this.#messages.keys()];
    if (ids.length > 1 && compareIDs(ids.at(-2), m.id) > 0) {
      ids.sort(compareIDs);
      this.#messages = new Map(ids.map((id) => [id, this.#messages.get(id)]));
      const after = ids[ids.indexOf(m.id) + 1];
      this.#nodes.get(after).before(this.#node(m.id));
    } else {
      this.log.append(this.#node(m.id));
    }
    const node = this.#nodes.get(m.id);
    node.classList.add("fresh");
    this.#follow(node);
    const next = node.nextElementSibling;
    if (next?.matches("article")) this.#follow(next);
    return true;
  }

  // Lets go of the oldest messages; they can be loaded again.
  #trim() {
    if (this.#messages.size <= mostShown) return;
    for (const id of [...this.#messages.keys()].slice(0, this.#messages.size - mostShown)) {
      this.#messages.delete(id);
      this.#nodes.get(id)?.remove();
      this.#nodes.delete(id);
    }
    this.#more = true;
    this.log.querySelector(".older")?.remove();
    this.log.prepend(el("button", { type: "button", class: "older", onclick: () => this.#older() }, "Earlier messages"));
    this.#follow(this.log.querySelector("article"));
  }

  // ---- acting

  /** Lets the person do something; a form that opens is shown. */
  async act(what, fields) {
    const reply = await act(this.person.id, what, fields);
    const { message } = reply;
    if (message) {
      this.#wanted = message.id;
      if (message.channel_id === this.channel?.id) this.apply([{ kind: "message", channel: message.channel_id, id: message.id, message }]);
    }
    if (reply.form) this.#open(reply.form);
    return reply;
  }

  #open(form) { openForm(form, this); }

  /** Remembers that a form was closed without being sent. */
  closedForm(form) { write("closed-form", form.interaction_id); }

  say(text) { this.composer.say(text); }
}

/** What somebody is, in words. */
export function part(p) {
  return p.owner ? "owns the server" : p.part || "member";
}
