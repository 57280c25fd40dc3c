// The buttons of the rehearsal itself.

import { el, fill, icon } from "./dom.js";
import { base64, control } from "./net.js";

const speeds = [[1, "1× as an evening"], [10, "10×"], [60, "60×"], [600, "600×"], [0, "as fast as it can"]];

export class Controls {
  constructor(app) {
    this.app = app;
    this.result = el("div", { class: "notice", role: "status" });
    const button = (what, text, note, fields) => el("button", { type: "button", class: "button secondary", title: note, dataset: { control: what }, onclick: () => this.#press(what, fields?.()) }, text);
    this.speed = el("select", { "aria-label": "Speed", dataset: { control: "speed" }, onchange: () => this.#press("speed", { factor: Number(this.speed.value) }) },
      speeds.map(([v, text]) => el("option", { value: v }, text)));
    this.playing = el("input", { type: "checkbox", role: "switch", dataset: { control: "play" }, onchange: () => this.#press("play", { on: this.playing.checked }) });
    this.players = el("input", { type: "number", min: 2, max: 1000, value: 16, "aria-label": "Players" });
    this.ruleset = el("select", { "aria-label": "Ruleset" });
    this.file = el("input", { type: "file", accept: ".json,application/json", "aria-label": "Tournament file", dataset: { control: "file" }, onchange: async () => {
      if (this.file.files.length === 0) return;
      await this.#press("file", { data: await base64(this.file.files[0]) });
      this.file.value = "";
    } });
    this.node = el("dialog", { class: "controls", "aria-label": "The rehearsal" },
      el("header", {}, el("div", { class: "h h2" }, "The rehearsal"), el("button", { type: "button", class: "iconic", "aria-label": "Close", onclick: () => this.node.close() }, icon("close"))),
      el("section", {}, el("h3", {}, "Pace"),
        el("label", { class: "control-row" }, el("span", {}, "Speed of the event"), this.speed),
        el("label", { class: "control-row" }, el("span", {}, "Let the others play"), this.playing),
        el("div", { class: "row" }, button("step", "Next step", "The rehearsal does the next sensible thing"))),
      el("section", {}, el("h3", {}, "What can go wrong"),
        el("div", { class: "row" },
          button("vanish", "Let this person vanish", "Whoever the active pane acts as does nothing any more", () => ({ person: app.active.person.id })),
          button("disagree", "Two players disagree", "The players of some table report different results"),
          button("cut", "Cut the connection", "The bot loses its connection to the gateway"),
          button("restart", "Kill and restart the bot", "Without warning, as in a power cut"))),
      el("section", {}, el("h3", {}, "The event"),
        el("div", { class: "row" }, button("export", "Export it", "Download the event's file"), this.link = el("span", {})),
        el("div", { class: "row new" }, this.players, this.ruleset, button("new", "New event", "Begin another event", () => ({ players: Number(this.players.value), ruleset: this.ruleset.value }))),
        el("label", { class: "control-row" }, el("span", {}, "Play a tournament file"), this.file)),
      this.result);
    this.node.addEventListener("click", (e) => { if (e.target === this.node) this.node.close(); });
    document.body.append(this.node);
    this.node.addEventListener("dragover", (e) => e.preventDefault());
    this.node.addEventListener("drop", async (e) => {
      e.preventDefault();
      const file = e.dataTransfer.files[0];
      if (file && !this.file.disabled) await this.#press("file", { data: await base64(file) });
    });
  }

  open() { this.node.showModal(); }

  /** Takes in how the rehearsal goes. */
  show(status) {
    for (const node of this.node.querySelectorAll("[data-control]")) node.disabled = !status.offered.includes(node.dataset.control);
    this.players.disabled = this.ruleset.disabled = !status.offered.includes("new");
    if (![...this.speed.options].some((o) => Number(o.value) === status.speed)) this.speed.append(el("option", { value: status.speed }, `${status.speed}×`));
    this.speed.value = String(status.speed);
    this.playing.checked = status.playing;
    if (this.ruleset.options.length !== status.rulesets.length) fill(this.ruleset, status.rulesets.map((r) => el("option", { value: r }, r)));
    this.app.note(status.note ?? "");
  }

  async #press(what, fields) {
    fill(this.result);
    try {
      const reply = await control(what, fields);
      this.show(reply.status);
      if (reply.url) fill(this.link, el("a", { href: reply.url, target: "_blank", rel: "noopener", download: "" }, "Download"));
      this.result.className = "notice busy";
      fill(this.result, "Done.");
    } catch (e) {
      this.result.className = "notice error";
      fill(this.result, e.message);
    }
  }
}
