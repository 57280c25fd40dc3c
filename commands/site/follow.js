// Follows an event: takes over what is new, runs the clock, marks the reader's own
// rows. Without it the page is whole, and a reload shows the news.
const key = "topcut.find";
const here = () => document.getElementById("event");

const fold = (s) => s.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

// mark shows the rows of the person the reader looks for, in every table, and beside the
// name the first of them, which is the open match.
const mark = () => {
  const wanted = fold(document.getElementById("find")?.value ?? "");
  for (const row of document.querySelectorAll("tbody tr")) {
    const mine = wanted !== "" && [...row.querySelectorAll("bdi")].some((name) => fold(name.textContent).includes(wanted));
    row.classList.toggle("mine", mine);
  }
  const match = document.querySelector("#pairings tr.mine");
  const shown = document.getElementById("mine");
  if (shown) shown.textContent = match ? [...match.cells].map((cell) => cell.textContent.trim()).filter(Boolean).join(" · ") : "";
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

// local shows dates in the reader's time zone, in the language of the page.
const local = () => {
  const format = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time.local")) {
    time.textContent = (time.dataset.say ?? "%").replace("%", () => format.format(new Date(time.dateTime)));
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
    find();
    tick();
    local();
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

find();
tick();
local();
reveal();
addEventListener("hashchange", reveal);
setInterval(tick, 1000);
follow();
addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("details")) d.open = true; });
