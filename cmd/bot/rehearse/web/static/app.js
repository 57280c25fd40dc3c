// The page: a bar, one or two panes, and the stream that keeps them up to date.

import { el, fill, icon, avatar } from "./dom.js";
import { act, get, Stream } from "./net.js";
import { format, now, refresh, setClock, setPace } from "./clock.js";
import { Pane, part } from "./pane.js";
import { Controls } from "./controls.js";
import { leaves } from "./composer.js";
import { read, tidy, write } from "./memory.js";

class App {
  commands = [];
  #waiting = new Set();

  async start() {
    history.replaceState(null, "", location.pathname + location.hash); // the key has been used
    this.theme(read("theme", ""));
    const state = await get("state");
    this.bot = state.bot;
    this.guilds = state.guilds;
    setClock(state.now);
    const wanted = new URLSearchParams(location.hash.slice(1));
    this.guild = this.guilds.find((g) => g.id === wanted.get("guild")) ?? this.guilds[0];
    tidy(new Set(this.guilds.flatMap((g) => g.people.map((p) => p.id))));
    this.stream = new Stream({ batch: (b) => this.#batch(b), clock: (c) => this.#clock(c), link: (on) => this.#link(on) });
    this.stream.seq = state.seq;
    this.panes = ["a", "b"].map((slot) => new Pane(this, slot));
    this.active = this.panes[0];
    this.controls = new Controls(this);
    this.#frame();
    this.crowd = state.status.people;
    this.place = state.status.channel;
    this.controls.show(state.status);
    this.#online(state.online);
    await this.loadCommands();
    this.split(wanted.get("split") ? wanted.get("split") === "on" : read("split", innerWidth >= 1000));
    const people = this.guild.people;
    const organiser = people.find((p) => p.part === "organiser") ?? people.find((p) => p.owner) ?? people[0];
    const player = people.find((p) => p.part === "player") ?? people.find((p) => p !== organiser && !p.owner) ?? organiser;
    for (const [pane, otherwise] of [[this.panes[0], organiser], [this.panes[1], player]]) {
      const [person, channel] = (wanted.get(pane.slot) ?? "").split(".");
      await pane.show(people.find((p) => p.id === person) ?? otherwise, channel);
    }
    setInterval(() => this.#tick(), 1000);
    addEventListener("keydown", (e) => this.#key(e));
    document.body.dataset.ready = "yes";
  }

  #frame() {
    this.time = el("time", { class: "event-time", title: "The event's clock" });
    this.botState = el("span", { class: "bot-state" });
    this.noteLine = el("div", { class: "event-note", role: "status" });
    this.guide = el("ol", { class: "guide", "aria-label": "First steps", hidden: true });
    this.playButton = el("button", { type: "button", class: "button secondary play", dataset: { control: "play" }, onclick: () => this.controls.press("play", { who: this.controls.status.playing === "nobody" ? "others" : "nobody" }) });
    this.dayButton = el("button", { type: "button", class: "button secondary day", "aria-label": "Turn the clock on by a day", title: "Turn the clock on by a day", hidden: true, onclick: () => this.controls.press("days", { days: 1 }) }, "+1 day");
    this.splitButton = el("button", { type: "button", class: "iconic split-button", "aria-label": "Two people side by side", title: "Two people side by side", onclick: () => this.split(!this.isSplit) }, icon("split"));
    this.tabs = el("div", { class: "tabs", role: "group", "aria-label": "Whose screen" });
    this.banner = el("div", { class: "banner", role: "status", hidden: true });
    fill(document.getElementById("app"),
      el("header", { class: "bar" },
        el("span", { class: "brand" }, el("img", { src: "/static/icon.svg", alt: "", width: 24, height: 24 }), el("h1", {}, "Rehearsal")),
        this.servers = el("div", { class: "servers", role: "group", "aria-label": "Servers" }),
        this.tabs, this.noteLine,
        this.time, this.botState, this.dayButton, this.playButton,
        this.splitButton,
        el("button", { type: "button", class: "iconic theme-button", "aria-label": "Light or dark", title: "Light or dark", onclick: () => this.theme(this.dark() ? "light" : "dark") }, icon("sun")),
        el("button", { type: "button", class: "button secondary open-controls", "aria-label": "Controls", "aria-expanded": "false", onclick: (e) => this.controls.toggle(e.currentTarget) }, icon("sliders"), el("span", {}, "Controls"))),
      this.guide, this.banner,
      this.main = el("main", {}, this.panes.map((p) => p.node), this.controls.node));
  }

  dark() {
    const theme = document.documentElement.dataset.theme;
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  theme(name) {
    if (name) document.documentElement.dataset.theme = name;
    write("theme", name);
  }

  split(on) {
    this.isSplit = on;
    write("split", on);
    this.main.classList.toggle("split", on);
    this.splitButton.setAttribute("aria-pressed", String(on));
    if (!on && this.active !== this.panes[0]) this.focused(this.panes[0]);
    this.moved(this.stream.seq);
  }

  /** Notes which pane is in use. */
  focused(pane) {
    if (this.active === pane && pane.node.classList.contains("active")) return;
    this.active = pane;
    for (const p of this.panes) p.node.classList.toggle("active", p === pane);
    this.#paintTabs();
  }

  #paintTabs() {
    const there = document.activeElement?.dataset?.tab;
    fill(this.tabs, this.panes.filter((p) => p.person).map((p) => el("button", {
      type: "button", class: "tab", dataset: { tab: p.slot }, "aria-pressed": String(p === this.active), onclick: () => this.focused(p),
    }, avatar(p.person.id, p.person.name), el("bdi", {}, p.person.name), this.#waiting.has(p) && el("span", { class: "dot", "aria-label": "mentioned" }))));
    if (there) this.tabs.querySelector(`[data-tab="${there}"]`)?.focus();
  }

  /** The servers, where there is more than one. */
  paintServers() {
    if (this.guilds.length < 2) return;
    const there = document.activeElement?.dataset?.server;
    fill(this.servers, this.guilds.map((g) => {
      const unread = g !== this.guild && this.panes.some((p) => p.unreadIn(g.id));
      return el("button", { type: "button", class: "server", title: g.name, "aria-label": `${g.name}${unread ? ", unread" : ""}`, "aria-pressed": String(g === this.guild), dataset: { server: g.id }, onclick: () => this.#enter(g.id).catch((e) => this.say(e.message)) },
        avatar(g.id, g.name), unread && el("span", { class: "dot" }));
    }));
    if (there) this.servers.querySelector(`[data-server="${there}"]`)?.focus();
  }

  waiting(pane, yes) {
    if (yes) this.#waiting.add(pane);
    else this.#waiting.delete(pane);
    this.#paintTabs();
  }

  /** The panes look elsewhere: the address and the stream follow. */
  moved(seq) {
    const hash = new URLSearchParams({ guild: this.guild.id, split: this.isSplit ? "on" : "off" });
    for (const p of this.panes) if (p.address) hash.set(p.slot, p.address);
    history.replaceState(null, "", `#${hash}`);
    const views = this.panes.map((p) => p.address).filter(Boolean);
    this.watched = this.panes.filter((p) => p.address);
    if (views.length > 0) {
      this.stream.seq = Math.min(this.stream.seq, seq);
      this.stream.watch(views);
    }
    this.focused(this.active);
    this.#paintTabs();
  }

  #batch(b) {
    if (b.reset) {
      location.reload();
      return;
    }
    if (b.online !== undefined) {
      this.#online(b.online);
      if (b.online) this.loadCommands().catch((e) => this.say(e.message));
    }
    b.views.forEach((changes, i) => this.watched[i]?.apply(changes));
  }

  #clock(c) {
    setClock(c.now);
    if (c.online !== this.online) this.#online(c.online);
    if (c.status) this.controls.show(c.status);
  }

  /** Shows how the event goes, and follows it to where it is. */
  note(status) {
    setPace(status.speed);
    const playing = status.playing !== "nobody";
    const state = JSON.stringify([status.note, status.next, status.first]);
    if (this.shownState !== state) {
      this.shownState = state;
      this.#paintNote(status);
    }
    this.byDays = status.offered.includes("days");
    this.dayButton.hidden = !this.byDays;
    this.time.classList.toggle("by-days", this.byDays);
    this.dayButton.disabled = this.controls.busy === "days";
    this.playButton.disabled = !status.offered.includes("play");
    this.playButton.setAttribute("aria-pressed", String(playing));
    if (this.playButton.dataset.shown !== status.playing) {
      this.playButton.dataset.shown = status.playing;
      this.playButton.setAttribute("aria-label", playing ? "Pause the others" : "Let the others play");
      fill(this.playButton, icon(playing ? "pause" : "play"), el("span", {}, playing ? "Pause the others" : "Let the others play"));
    }
    const { crowd, place } = this;
    this.crowd = status.people;
    this.place = status.channel;
    if (crowd === status.people && place === status.channel) return;
    this.#follow(place !== status.channel && status.channel).catch((e) => this.say(e.message));
  }

  #paintNote({ note, next, first = [] }) {
    const there = document.activeElement?.dataset?.step;
    const step = (s, name, kind) => el("button", { type: "button", class: kind, dataset: { step: name }, title: "Go there", onclick: () => this.#goTo(s).catch((e) => this.say(e.message)) }, el("bdi", {}, s.text));
    fill(this.noteLine, note && el("span", {}, el("bdi", {}, note)), next && step(next, "next", "waiting-for"));
    this.guide.hidden = first.every((s) => s.done);
    const at = first.findIndex((s) => !s.done);
    fill(this.guide, first.map((s, i) => el("li", { class: s.done ? "taken" : "", "aria-current": i === at && "step" }, step(s, `first-${i}`, "step"), s.done && el("span", { class: "visually-hidden" }, "done"))));
    this.guide.children[at]?.scrollIntoView({ inline: "center", block: "nearest" });
    if (there) document.querySelector(`[data-step="${there}"]`)?.focus();
  }

  // Shows the person of a step where it is done: in the event's channel, if it says none.
  async #goTo(step) {
    const person = this.person(step.person);
    if (!person) return;
    // On a narrow screen there are tabs, on a wide one the second pane may be closed.
    const reached = this.isSplit || matchMedia("(max-width: 760px)").matches ? this.panes : [this.panes[0]];
    const shown = reached.find((p) => p.person?.id === person.id);
    const pane = shown ?? reached[person.part === "organiser" ? 0 : reached.length - 1];
    const place = step.channel ?? this.place;
    if (!shown || pane.channel?.id !== place) await pane.show(person, place);
    this.focused(pane);
  }

  /** Begins an event whose other players play by themselves. */
  async begin(players, ruleset) {
    if (await this.controls.press("new", { players, ruleset })) await this.controls.press("play", { who: "others" });
  }

  // Learns who is there now, and goes to the channel of a new event.
  async #follow(channel) {
    const state = await get("state");
    this.guilds = state.guilds;
    this.guild = this.guilds.find((g) => g.id === this.guild.id);
    if (!channel) return;
    for (const p of this.panes) {
      if (p.person && p.channel?.id !== channel) await p.show(p.person, channel);
      else p.stillEmpty();
    }
  }

  #tick() {
    const at = now();
    this.time.textContent = format(at, this.byDays ? "w" : "t");
    this.time.dateTime = new Date(at).toISOString();
    this.time.title = `The event's clock: ${format(at, "F")}`;
    refresh();
  }

  #online(on) {
    this.online = on;
    this.botState.className = `bot-state ${on ? "on" : "off"}`;
    this.botState.title = on ? "The bot is connected" : "The bot is not connected";
    fill(this.botState, el("i"), el("span", {}, on ? "Bot online" : "Bot offline"));
  }

  #link(on) {
    if (on) this.say("");
    else this.say("The connection to the rehearsal is gone. Trying again…");
  }

  /** Says something to whoever is at the page; nothing takes it away. */
  say(text) {
    this.banner.hidden = !text;
    this.banner.textContent = text;
  }

  async loadCommands() { this.commands = leaves(await get("commands")); }

  async #enter(id) {
    this.guild = this.guilds.find((g) => g.id === id);
    for (const p of this.panes) await p.show(this.guild.people.find((x) => x.id === p.person.id) ?? this.guild.people[0]);
  }

  person(id) { return this.guild.people.find((p) => p.id === id); }

  /** People to choose from, those with a part first. */
  people(query) {
    const q = query.toLowerCase();
    const groups = { organiser: "Organisers", player: "Players", stranger: "Strangers" };
    const order = (p) => (p.part === "organiser" ? 0 : p.owner ? 1 : p.part === "player" ? 2 : p.part === "stranger" ? 4 : 3);
    return this.guild.people.filter((p) => p.name.toLowerCase().includes(q)).sort((x, y) => order(x) - order(y)).slice(0, 60)
      .map((p) => ({ value: p.id, label: p.name, note: part(p), group: p.owner ? "Organisers" : groups[p.part] ?? "Members", picture: avatar(p.id, p.name) }));
  }

  /** Lets somebody new join the server. */
  async stranger() {
    const { person } = await act("", "stranger", { guild: this.guild.id });
    this.guild.people.push(person);
    return person;
  }

  #key(e) {
    const typing = e.target.closest?.("input, textarea, select, [role=listbox], dialog");
    if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      this.active.composer.focus(true);
    }
    if (e.altKey && (e.key === "1" || e.key === "2")) {
      e.preventDefault();
      const pane = this.panes[Number(e.key) - 1];
      if (e.key === "2" && !this.isSplit && innerWidth >= 900) this.split(true);
      this.focused(pane);
      pane.composer.focus();
    }
    if (e.altKey && (e.key === "ArrowUp" || e.key === "ArrowDown")) {
      e.preventDefault();
      this.active.neighbour(e.key === "ArrowUp" ? -1 : 1);
    }
    if (e.altKey && e.key.toLowerCase() === "a") {
      e.preventDefault();
      this.active.drawer(true);
      this.active.switcher.button.click();
    }
  }
}

new App().start().catch((e) => {
  fill(document.getElementById("app"), el("div", { class: "failed" }, el("h1", {}, "The rehearsal cannot be shown"), el("p", {}, e.message)));
});
