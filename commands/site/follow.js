// Follows an event: takes over what is new, runs the clock, marks the reader's own
// rows. Without it the page is whole, and a reload shows the news.
const key = "topcut.find";
const here = () => document.getElementById("event");

const fold = (s) => s.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

// names are the names in an element: a match has several.
const names = (element) => element.textContent.split(" – ").map(fold);

const texts = (row) => [...row.cells].map((cell) => cell.textContent.trim());

// mark shows the rows of the person the reader looks for, in every table, and beside the
// name the first of them, which is the open match. A whole name is no part of another.
const mark = () => {
  const wanted = fold(document.getElementById("find")?.value ?? "");
  const all = [...document.querySelectorAll("td:nth-child(2) bdi, #players bdi")].flatMap(names);
  const fits = all.includes(wanted) ? (name) => name === wanted : (name) => wanted !== "" && name.includes(wanted);
  for (const row of document.querySelectorAll("tbody tr, #players li")) {
    row.classList.toggle("mine", [...row.querySelectorAll("bdi")].some((name) => names(name).some(fits)));
  }
  const match = document.querySelector("#pairings tr.mine");
  const shown = document.getElementById("mine");
  if (shown) shown.textContent = match ? texts(match).filter(Boolean).join(" · ") : "";
  trace(new Set(all.filter(fits)).size === 1);
};

// trace lists the way of one person through the event: the place, and the match of each
// round, the newest first.
const trace = (one) => {
  const list = document.getElementById("path");
  if (!list) return;
  list.replaceChildren();
  const add = (section, title, said) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = "#" + section.id;
    link.textContent = title;
    item.append(link, " · " + said.filter(Boolean).join(" · "));
    list.append(item);
  };
  for (const section of one ? [...document.querySelectorAll("#places, #standings")].slice(0, 1) : []) {
    const row = section.querySelector("tr.mine");
    if (row) add(section, section.querySelector("h2").textContent, texts(row).filter((_, i) => i !== 1).slice(0, 3));
  }
  for (const round of one ? [...document.querySelectorAll("#rounds > details")].reverse() : []) {
    const row = round.querySelector(".tables tr.mine");
    const [table, ...rest] = row ? texts(row) : [];
    if (row) add(round, round.querySelector("summary").textContent, [table && row.closest("table").rows[0].cells[0].textContent + " " + table, ...rest]);
  }
  list.hidden = list.childElementCount === 0;
};

// asked is the name that the address asks for: "#find=Ann" is a link to one's own match.
const asked = () => new URLSearchParams(location.hash.slice(1)).get("find") ?? "";

const find = () => {
  const box = document.querySelector(".find");
  const input = document.getElementById("find");
  if (!input) return;
  box.hidden = false;
  try {
    if (input.value === "") input.value = asked() || (localStorage.getItem(key) ?? "");
  } catch { /* a browser that keeps nothing */ }
  input.addEventListener("input", () => {
    try { localStorage.setItem(key, input.value); } catch { /* as above */ }
    history.replaceState(null, "", input.value === "" ? location.pathname : "#" + new URLSearchParams({ find: input.value }));
    mark();
  });
  mark();
};

// tick shows what is left on the clocks, by the time of the server.
let ahead = 0;
const tick = () => {
  for (const clock of document.querySelectorAll("time.clock")) {
    const left = Math.round((new Date(clock.dataset.ends) - Date.now() - ahead) / 1000);
    const s = Math.abs(left);
    const parts = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, "0"));
    if (parts[0] === "00") parts.shift();
    clock.textContent = (left < 0 ? "+" : "") + parts.join(":");
    clock.classList.toggle("over", left < 0);
  }
};

// local shows times in the reader's time zone, in the language of the page.
const local = () => {
  const format = (style) => new Intl.DateTimeFormat(document.documentElement.lang || undefined, style);
  const whole = format({ dateStyle: "medium", timeStyle: "short" }), day = format({ dateStyle: "medium" }), hour = format({ timeStyle: "medium" });
  for (const time of document.querySelectorAll("time.local, time.day")) {
    const shown = (time.className === "day" ? day : whole).format(new Date(time.dateTime));
    time.textContent = (time.dataset.say ?? "%").replace("%", () => shown);
  }
  const note = document.querySelector("#log .note");
  if (note) note.textContent = note.textContent.replace(note.dataset.zone, hour.resolvedOptions().timeZone);
  let date = "", zone = "", heading = "";
  for (const line of document.querySelectorAll("ol.log li")) {
    if (line.dataset.day) {
      [date, zone] = [line.dataset.day.slice(0, 10), line.dataset.day.slice(10)];
      line.remove();
      continue;
    }
    const time = line.querySelector("time");
    const at = new Date(date + "T" + time.textContent + zone);
    time.textContent = hour.format(at);
    if (heading !== (heading = day.format(at))) {
      const above = document.createElement("li"), bold = document.createElement("b");
      bold.textContent = heading;
      above.append(bold);
      line.before(above);
    }
  }
};

// take puts the newest page in place of what is shown; what the reader opened stays
// open, and what they typed stays typed.
let taking = false, again = false;
const take = async () => {
  if (taking) { again = true; return; }
  taking = true;
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (answer.status === 404) { location.reload(); return; }
    if (!answer.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = next.getElementById("event");
    if (!fresh) return;
    // The check of the seed runs once, when its page is loaded.
    if (fresh.querySelector("#seed-data")) { location.reload(); return; }
    const open = new Set([...document.querySelectorAll("details[open]")].map((d) => d.id || d.querySelector("summary").textContent));
    const typed = document.getElementById("find");
    const focused = document.activeElement === typed;
    here().replaceWith(document.importNode(fresh, true));
    for (const d of document.querySelectorAll("details")) {
      if (open.has(d.id || d.querySelector("summary").textContent)) d.open = true;
    }
    const input = document.getElementById("find");
    if (typed && input) { input.value = typed.value; if (focused) input.focus(); }
    document.title = next.title;
    local();
    find();
    tick();
  } finally {
    taking = false;
    if (again) { again = false; take(); }
  }
};

const stale = document.getElementById("stale");
const follow = () => {
  const source = new EventSource(location.pathname.replace(/\/overlay$/, "") + "/live");
  source.addEventListener("now", (event) => {
    if (stale) stale.hidden = true;
    if (event.data !== `"${here().dataset.tag}"`) take();
  });
  source.addEventListener("time", (event) => { ahead = Number(event.data) - Date.now(); tick(); });
  source.addEventListener("error", () => { if (stale) stale.hidden = false; });
};

// reveal opens what a link on the page leads to.
const reveal = () => {
  const there = document.getElementById(location.hash.slice(1));
  if (there?.tagName === "DETAILS") there.open = true;
};

local();
find();
tick();
reveal();
addEventListener("hashchange", reveal);
setInterval(tick, 1000);
follow();
addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("details")) d.open = true; });
