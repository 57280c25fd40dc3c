// Talking to the page's server.

async function read(response) {
  if (response.status === 403) throw new Error("The rehearsal does not know this page any more. Open the address it printed.");
  const data = await response.json();
  if (!response.ok) throw new Error(sentence(data.error || "Something went wrong."));
  return data;
}

const lost = () => { throw new Error("The rehearsal does not answer. Is it still running?"); };

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

export async function get(path, params = {}) {
  const query = new URLSearchParams(Object.entries(params).filter(([, v]) => v !== undefined && v !== ""));
  return read(await fetch(`/api/${path}?${query}`).catch(lost));
}

async function post(path, body) {
  return read(await fetch(`/api/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(lost));
}

/** Lets a person do something. */
export const act = (person, what, fields = {}) => post("act", { as: person, action: what, ...fields });

/** Presses a button of the rehearsal. */
export const control = (what, fields = {}) => post("control", { do: what, ...fields });

/** A chosen file, as the server takes it. */
export async function packed(file) {
  return { name: file.name, content_type: file.type || undefined, data: await base64(file) };
}

/** The content of a file in base64. */
export function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new Error("The file cannot be read."));
    reader.readAsDataURL(file);
  });
}

/** Stream keeps one event stream open for the panes, and opens it again when it breaks. */
export class Stream {
  #source;
  #timer;
  #delay = 500;
  seq = 0;

  constructor({ batch, clock, link }) {
    this.handlers = { batch, clock, link };
  }

  /** Listens for these panes from now on, without missing anything. */
  watch(views) {
    this.views = views;
    this.#source?.close(); // what it still brings belongs to the panes of before
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), 0);
  }

  #open() {
    this.#source?.close();
    const query = new URLSearchParams({ after: this.seq });
    for (const v of this.views) query.append("view", v);
    const source = new EventSource(`/api/events?${query}`);
    this.#source = source;
    source.addEventListener("open", () => { this.#delay = 500; this.handlers.link(true); });
    source.addEventListener("clock", (e) => this.handlers.clock(JSON.parse(e.data)));
    source.addEventListener("batch", (e) => {
      const b = JSON.parse(e.data);
      this.seq = b.seq;
      this.handlers.batch(b);
    });
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      source.close();
      this.handlers.link(false);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#open(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 5000);
    });
  }
}
