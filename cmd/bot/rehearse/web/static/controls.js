// The buttons of the rehearsal itself: a column beside the panes where there is
// room, else a dialog over them.

import { el, fill, icon, nameOf } from "./dom.js";
import { base64, control, get } from "./net.js";

const speeds = [[-1, "Stands still, step by step"], [1, "×1, as an evening"], [60, "×60"], [600, "×600"], [0, "As fast as it can"]];
const players = [["nobody", "Nobody"], ["others", "All whom you do not act"], ["everybody", "Everybody"]];
// What a rehearsal whose clock is turned by days has instead of the rest of these.
const byDays = ["days", "speed", "step", "new", "file", "export", "disagree"];
const narrow = () => matchMedia("(max-width: 1100px)").matches;

export class Controls {
  constructor(app) {
    this.app = app;
    this.status = { offered: [], rulesets: [], vanished: [] };
    const button = (what, text, note, fields, face) => el("button", { type: "button", class: "button secondary", title: note, dataset: { control: what }, onclick: () => this.press(what, fields?.()) }, face && icon(face), text);
    const select = (what, options, field, value) => el("select", { dataset: { control: what }, onchange: (e) => this.press(what, { [field]: value(e.target.value) }) }, options.map(([v, text]) => el("option", { value: v }, text)));
    this.speed = select("speed", speeds, "factor", Number);
    this.playing = select("play", players, "who", String);
    this.players = el("input", { type: "number", min: 2, max: 1000, value: 16, "aria-label": "Simulated players" });
    this.ruleset = el("select", { "aria-label": "Ruleset" });
    this.file = el("input", { type: "file", accept: ".json,application/json", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true", dataset: { control: "file" }, onchange: () => this.drop(this.file.files[0]) });
    this.result = el("div", { class: "notice", role: "status" });
    this.link = el("span", {});
    this.public = el("p", { class: "note" });
    this.gone = el("div", { class: "gone" });
    this.node = el("dialog", { class: "controls", "aria-label": "The rehearsal" },
      el("header", {}, el("h2", { class: "h h2" }, "The rehearsal"), el("button", { type: "button", class: "iconic", "aria-label": "Close", onclick: () => this.close() }, icon("close"))),
      this.result,
      el("section", {}, el("h3", {}, "People and time"),
        el("label", { class: "control-field" }, el("span", { class: "note" }, "Who plays by themselves"), this.playing),
        el("label", { class: "control-field" }, el("span", { class: "note" }, "Speed of the clock"), this.speed),
        el("div", { class: "row" },
          button("step", "Next step", "Somebody does the next sensible thing", undefined, "step"),
          button("days", "+1 day", "The clock is turned on by a day", () => ({ days: 1 })),
          button("days", "Next week", "The clock is turned on by seven days", () => ({ days: 7 })))),
      el("section", {}, el("h3", {}, "What can go wrong"),
        el("div", { class: "row" },
          button("vanish", "Make somebody vanish", "A player does nothing any more", () => ({ person: "" })),
          button("disagree", "Make two players disagree", "Both players of a table report that they have won"),
          button("cut", "Cut the connection", "The bot loses its connection to the gateway"),
          button("restart", "Restart the bot", "Its process is killed without warning, and started again on its database")),
        this.gone),
      el("section", { class: "event" }, el("h3", {}, "The event"),
        el("div", { class: "row new" }, el("label", {}, el("span", { class: "note" }, "Players"), this.players), el("label", {}, el("span", { class: "note" }, "Ruleset"), this.ruleset),
          button("new", "New event", "The organiser creates another event", () => ({ players: Number(this.players.value), ruleset: this.ruleset.value }))),
        el("div", { class: "row" },
          el("button", { type: "button", class: "button secondary", dataset: { control: "file" }, title: "An event as it was played, in the tournament file format", onclick: () => this.file.click() }, icon("file"), "Play an event file"), this.file,
          button("export", "Export", "The organiser takes the event away as a file", undefined, "down"), this.link),
        this.public,
        el("p", { class: "note" }, "An event file can also be dropped anywhere on the page.")),
      el("section", {}, el("div", { class: "row" }, el("button", { type: "button", class: "button secondary", onclick: () => this.log() }, icon("log"), "Show the log"),
        el("button", { type: "button", class: "button secondary", onclick: () => app.theme(app.dark() ? "light" : "dark") }, icon("sun"), "Light or dark"))));
    this.node.addEventListener("click", (e) => { if (e.target === this.node && this.node.matches(":modal")) this.close(); });
    this.node.addEventListener("keydown", (e) => { if (e.key === "Escape" && !this.node.matches(":modal")) this.close(); });
    this.node.addEventListener("close", () => this.opener?.setAttribute("aria-expanded", "false"));
    this.#droppable();
  }

  /** Opens or closes the controls. */
  toggle(opener) {
    this.opener = opener;
    if (this.node.open) {
      this.close();
      return;
    }
    if (narrow()) this.node.showModal();
    else this.node.show();
    opener.setAttribute("aria-expanded", "true");
  }

  close() {
    this.node.close();
    this.opener?.focus();
  }

  offers(what) { return this.status.offered.includes(what); }

  /** Takes in how the rehearsal goes, unless something newer is shown already. */
  show(status) {
    if (status.at < this.status.at) status = this.status;
    this.status = status;
    const days = this.offers("days");
    for (const node of this.node.querySelectorAll("[data-control]")) {
      node.disabled = !this.offers(node.dataset.control) || this.busy === node.dataset.control;
      if (byDays.includes(node.dataset.control)) (node.closest("label, section.event") ?? node).hidden = days === (node.dataset.control !== "days");
    }
    this.players.disabled = this.ruleset.disabled = !this.offers("new");
    if (![...this.speed.options].some((o) => Number(o.value) === status.speed)) this.speed.append(el("option", { value: status.speed }, `×${status.speed}`));
    if (document.activeElement !== this.speed) this.speed.value = String(status.speed);
    if (document.activeElement !== this.playing) this.playing.value = status.playing;
    if (this.ruleset.options.length !== status.rulesets.length) fill(this.ruleset, status.rulesets.map((r) => el("option", { value: r, selected: r === "magic" }, r)));
    const gone = status.vanished.join();
    if (this.shownGone !== gone) {
      this.shownGone = gone;
      fill(this.gone, status.vanished.map((id) => el("div", { class: "control-row" }, el("span", {}, nameOf(this.app.person(id)?.name ?? id), " has vanished"),
        el("button", { type: "button", class: "button secondary", onclick: () => this.press("vanish", { person: id }) }, "Let them come back"))));
    }
    if (this.shownPage !== status.page) {
      this.shownPage = status.page;
      fill(this.public, status.page && [el("a", { href: status.page, target: "_blank", rel: "noopener" }, "The event's public page"), ", as spectators see it"]);
    }
    this.app.note(status);
  }

  /** Presses a button of the rehearsal; reports whether that worked. */
  async press(what, fields) {
    fill(this.link);
    if (this.busy === what) return false; // pressed twice
    this.busy = what;
    for (const node of this.node.querySelectorAll(`[data-control="${what}"]`)) node.disabled = true;
    this.#say("One moment …", "busy");
    try {
      const reply = await control(what, fields);
      this.busy = undefined;
      this.show(reply.status);
      if (reply.url) fill(this.link, el("a", { href: reply.url, target: "_blank", rel: "noopener", download: "event.json" }, "Download"));
      this.#say("Done.", "busy");
      return true;
    } catch (e) {
      this.busy = undefined;
      this.show(this.status);
      this.#say(e.message, "error");
      return false;
    }
  }

  #say(text, kind) {
    this.result.className = `notice ${kind}`;
    fill(this.result, text);
  }

  /** Plays a tournament file. */
  async drop(file) {
    if (!file) return;
    this.app.say("Creating the event of the file …");
    const done = await this.press("file", { data: await base64(file) });
    this.file.value = "";
    this.app.say(done ? "" : this.result.textContent);
  }

  // An event file may be dropped anywhere; other files are attached to a message.
  #droppable() {
    const sheet = el("div", { class: "drop", hidden: true }, el("p", {}, "Drop an event file to play it, any other file to attach it"));
    document.body.append(sheet);
    const files = (e) => e.dataTransfer?.types?.includes("Files");
    addEventListener("dragenter", (e) => { if (files(e)) sheet.hidden = false; });
    addEventListener("dragover", (e) => { if (files(e)) e.preventDefault(); });
    addEventListener("dragleave", (e) => { if (!e.relatedTarget) sheet.hidden = true; });
    addEventListener("drop", (e) => {
      if (!files(e)) return;
      e.preventDefault();
      sheet.hidden = true;
      const event = [...e.dataTransfer.files].find((f) => /\.json$/i.test(f.name));
      if (event && this.offers("file")) this.drop(event);
      else this.app.active.composer.attach(e.dataTransfer.files);
    });
  }

  /** Shows what has happened so far. */
  async log() {
    const text = (lines) => el("pre", { tabindex: "0" }, lines.length > 0 ? lines : "Nothing.");
    const body = el("div", { class: "logs" });
    const read = async () => {
      try {
        const log = await get("log");
        fill(body,
          el("h3", {}, `Against Discord's rules: ${log.violations.length}`), log.violations.length > 0 && text(log.violations.join("\n")),
          el("h3", {}, "What happened"), text(log.discord.join("\n")),
          el("h3", {}, "The bot's own log"), text(log.bot));
        for (const pre of body.querySelectorAll("pre")) pre.scrollTop = pre.scrollHeight;
      } catch (e) {
        fill(body, el("p", { class: "trouble" }, e.message));
      }
    };
    const node = el("dialog", { class: "log-dialog", "aria-label": "The log" },
      el("header", {}, el("h2", { class: "h h2" }, "The log"), el("span", { class: "spacer" }),
        el("button", { type: "button", class: "button secondary", onclick: read }, "Read again"),
        el("button", { type: "button", class: "iconic", "aria-label": "Close", onclick: () => node.close() }, icon("close"))),
      body);
    node.addEventListener("close", () => node.remove());
    document.body.append(node);
    node.showModal();
    await read();
  }
}
