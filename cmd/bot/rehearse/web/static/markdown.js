// Discord's markdown as DOM nodes.

import { el, nameOf } from "./dom.js";
import { format, relative } from "./clock.js";

const mostDepth = 12;

/** Renders a text; names maps mention codes such as <@1> to what they show. */
export function markdown(text, names = {}, me = {}) {
  return blocks(text, { names, me });
}

/** Renders a text without blocks, for names of fields and titles. */
export const inlineMarkdown = (text, names = {}, me = {}) => inline(text, { names, me }, 0);

function blocks(text, env) {
  const out = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    let m;
    if (line.startsWith("```")) {
      const rest = lines.slice(i).join("\n").slice(3);
      const end = rest.indexOf("```");
      if (end >= 0) {
        const body = rest.slice(0, end).replace(/^[\w+-]*\n/, "").replace(/\n$/, "");
        out.push(el("pre", { tabindex: 0, role: "group", "aria-label": "Preformatted text" }, el("code", {}, body)));
        i += rest.slice(0, end).split("\n").length - 1;
        const after = rest.slice(end + 3).split("\n")[0];
        if (after) out.push(el("div", { class: "line", dir: "auto" }, inline(after, env, 0)));
        continue;
      }
    }
    if ((m = /^(#{1,3}) +(.+)$/.exec(line))) {
      out.push(el("div", { class: `h h${m[1].length}`, role: "heading", "aria-level": m[1].length + 2, dir: "auto" }, inline(m[2], env, 0)));
    } else if ((m = /^-# +(.+)$/.exec(line))) {
      out.push(el("div", { class: "small", dir: "auto" }, inline(m[1], env, 0)));
    } else if (line.startsWith("> ") || line.startsWith(">>> ")) {
      const quoted = [];
      if (line.startsWith(">>> ")) {
        quoted.push(line.slice(4), ...lines.slice(i + 1));
        i = lines.length;
      } else {
        for (; i < lines.length && lines[i].startsWith("> "); i++) quoted.push(lines[i].slice(2));
        i--;
      }
      out.push(el("blockquote", {}, blocks(quoted.join("\n"), env)));
    } else if (/^ *(?:[-*]|\d{1,9}\.) +\S/.test(line)) {
      const ordered = /^ *\d/.test(line);
      const list = el(ordered ? "ol" : "ul", { start: ordered ? parseInt(line, 10) : undefined });
      for (; i < lines.length && (m = /^( *)(?:[-*]|\d{1,9}\.) +(.+)$/.exec(lines[i])); i++) {
        list.append(el("li", { class: m[1].length > 1 ? "deeper" : "", dir: "auto" }, inline(m[2], env, 0)));
      }
      i--;
      out.push(list);
    } else if (line.trim() === "") {
      if (out.length > 0 && i < lines.length - 1) out.push(el("div", { class: "gap" }));
    } else {
      out.push(el("div", { class: "line", dir: "auto" }, inline(line, env, 0)));
    }
  }
  return out;
}

const delimiters = [["***", "strong", "em"], ["**", "strong"], ["__", "u"], ["~~", "s"], ["||", "spoiler"], ["*", "em"], ["_", "em"]];

function inline(text, env, depth) {
  const out = [];
  let plain = "";
  const flush = () => {
    // Marks of direction reach no further than the run they stand in.
    if (plain) out.push(/[\u202a-\u202e\u2066-\u2069]/.test(plain) ? el("bdi", {}, plain) : plain);
    plain = "";
  };
  const push = (node) => { flush(); out.push(node); };
  let i = 0;
  scan: while (i < text.length) {
    const c = text[i];
    if (c === "\\" && i + 1 < text.length && /[^\p{L}\p{N}\s]/u.test(text[i + 1])) {
      plain += text[i + 1];
      i += 2;
      continue;
    }
    if (c === "`") {
      const ticks = text.startsWith("``", i) ? "``" : "`";
      const end = text.indexOf(ticks, i + ticks.length);
      if (end > i) {
        push(el("code", {}, text.slice(i + ticks.length, end).trim()));
        i = end + ticks.length;
        continue;
      }
    }
    if (c === "<") {
      const end = text.indexOf(">", i);
      if (end > 0 && end - i < 2048) {
        const node = code(text.slice(i, end + 1), env);
        if (node) {
          push(node);
          i = end + 1;
          continue;
        }
      }
    }
    if (c === "[" && depth < mostDepth) {
      const m = /^\[([^\]\n]{1,400})\]\(<?(https?:\/\/[^\s)>]{1,1500})>?\)/.exec(text.slice(i, i + 2000));
      if (m) {
        push(link(m[2], inline(m[1], env, depth + 1)));
        i += m[0].length;
        continue;
      }
    }
    if (c === "h") {
      const m = /^https?:\/\/[^\s<>]{1,1500}/.exec(text.slice(i, i + 1600));
      if (m) {
        const url = m[0].replace(/[.,;:!?)'"\]]+$/, "");
        push(link(url, url));
        i += url.length;
        continue;
      }
    }
    if (c === "@" && /^@(everyone|here)\b/.test(text.slice(i, i + 10))) {
      const word = text.startsWith("@here", i) ? "@here" : "@everyone";
      push(el("span", { class: "mention" }, word));
      i += word.length;
      continue;
    }
    if (depth < mostDepth && "*_~|".includes(c)) {
      for (const [mark, tag, second] of delimiters) {
        if (!text.startsWith(mark, i)) continue;
        const start = i + mark.length;
        const end = closing(text, start, mark);
        if (end < 0) continue;
        if (mark === "_" && (/\w/.test(text[i - 1] ?? "") || /\w/.test(text[end + 1] ?? ""))) continue;
        const inner = inline(text.slice(start, end), env, depth + 1);
        if (tag === "spoiler") push(spoiler(inner));
        else push(el(tag, {}, second ? el(second, {}, inner) : inner));
        i = end + mark.length;
        continue scan;
      }
    }
    plain += c;
    i++;
  }
  flush();
  return out;
}

// The end of a delimited run: not empty, not escaped, no space inside its edges
// for the single ones.
function closing(text, start, mark) {
  for (let at = text.indexOf(mark, start + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    if (text[at - 1] === "\\") continue;
    if (mark.length === 1 && (text[at + 1] === mark || text[at - 1] === mark || /\s/.test(text[start]) || /\s/.test(text[at - 1]))) continue;
    if (mark === "**" && text[at + 2] === "*") return at + 1;
    return at;
  }
  return -1;
}

function code(token, env) {
  let m;
  if ((m = /^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>$/.exec(token))) {
    const ms = Number(m[1]) * 1000;
    if (Math.abs(ms) > 8.64e15) return null;
    const style = m[2] ?? "f";
    return el("time", {
      class: "moment", title: format(ms, "F", env.me.locale), datetime: new Date(ms).toISOString(), lang: env.me.locale,
      "data-relative": style === "R" ? ms : undefined,
    }, style === "R" ? relative(ms, env.me.locale) : format(ms, style, env.me.locale));
  }
  if ((m = /^<(@[!&]?|#)(\d{1,20})>$/.exec(token))) {
    const mine = m[1] === "@&" ? env.me.roles?.includes(m[2]) : m[1] !== "#" && m[2] === env.me.id;
    return nameOf(env.names[token] ?? token, "mention" + (mine ? " mine" : ""));
  }
  if ((m = /^<(\/[^:<>]{1,100}):(\d{1,20})>$/.exec(token))) {
    return el("button", { class: "mention", type: "button", dataset: { command: m[1].slice(1) } }, m[1]);
  }
  if ((m = /^<a?:(\w{2,32}):\d{1,20}>$/.exec(token))) return el("span", { class: "emoji" }, `:${m[1]}:`);
  if ((m = /^<(https?:\/\/[^\s<>]+)>$/.exec(token))) return link(m[1], m[1]);
  return null;
}

const link = (url, text) => el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);

function spoiler(children) {
  const node = el("button", { class: "spoiler", type: "button", "aria-label": "Hidden text, press to show", onclick: () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label");
  } }, el("span", {}, children));
  return node;
}
