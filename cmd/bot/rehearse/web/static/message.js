// Messages with their embeds, components of both generations and files.

import { el, fill, icon, avatar, nameOf } from "./dom.js";
import { markdown, inlineMarkdown } from "./markdown.js";
import { chooser } from "./menu.js";
import { format } from "./clock.js";

const styles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** Renders a message as the pane's person sees it. */
export function message(m, pane) {
  const bot = m.author.id === pane.app.bot;
  const name = m.author.global_name || m.author.username;
  const env = { m, pane, names: m.names ?? {}, me: pane.me };
  const v2 = Boolean(m.flags & (1 << 15));
  const thinking = Boolean(m.flags & (1 << 7));
  const body = el("div", { class: "body" });
  const node = el("article", {
    class: ["message", m.ping && "ping", m.private && "private"].filter(Boolean).join(" "),
    dataset: { id: m.id, author: m.author.id, when: m.when }, "aria-label": `${name}, ${format(m.when, "t", env.me.locale)}`,
  },
  m.message_reference && answered(m, pane),
  m.interaction && el("div", { class: "cause" }, icon("reply"), nameOf(m.interaction.user.global_name || m.interaction.user.username), " used ", el("code", {}, `/${m.interaction.name}`)),
  avatar(m.author.id, name, bot),
  el("header", {}, nameOf(name, "author"), bot && el("span", { class: "badge" }, "App"),
    el("time", { class: "posted", datetime: new Date(m.when).toISOString(), title: format(m.when, "F", env.me.locale) }, format(m.when, "t", env.me.locale)),
    m.ping && el("span", { class: "visually-hidden" }, "mentions you")),
  body);
  if (thinking) {
    body.append(el("div", { class: "thinking" }, el("span", { class: "dots" }, el("i"), el("i"), el("i")), `${name} is thinking…`));
  }
  if (m.content) body.append(el("div", { class: "md" }, markdown(m.content, env.names, env.me)));
  for (const e of m.embeds ?? []) body.append(embed(e, env));
  if (m.components?.length) body.append(el("div", { class: v2 ? "components v2" : "components" }, components(m.components, env)));
  if (!v2) {
    const shown = new Set((m.embeds ?? []).flatMap((e) => [e.image?.url, e.thumbnail?.url]).map(attachmentOf));
    for (const a of m.attachments ?? []) if (!shown.has(a.id)) body.append(attachment(a, env));
  }
  if (m.reactions?.length) {
    body.append(el("div", { class: "reactions" }, m.reactions.map((r) => el("button", {
      type: "button", class: "reaction", "aria-label": `${r.emoji.name}, ${r.count}. React too`,
      onclick: () => pane.act("react", { message: m.id, emoji: r.emoji.name }).catch((e) => trouble(node, e)),
    }, r.emoji.name, " ", String(r.count)))));
  }
  if (m.edited_timestamp) body.append(el("span", { class: "edited" }, "(edited)"));
  if (m.private) {
    body.append(el("div", { class: "only" }, icon("eye"), "Only you can see this", " · ",
      el("button", { type: "button", class: "plain", onclick: () => pane.act("delete", { message: m.id }).catch((e) => trouble(node, e)) }, "Dismiss")));
  }
  return node;
}

function answered(m, pane) {
  const to = pane.find(m.message_reference.message_id);
  return el("div", { class: "cause" }, icon("reply"), to ? [nameOf(to.author.global_name || to.author.username), el("span", { class: "excerpt" }, summary(to))] : "an earlier message");
}

// The first words of a message, without the marks of headings and emphasis.
function summary(m) {
  const texts = (list) => (list ?? []).flatMap((c) => [c.content, ...texts(c.components)]).filter(Boolean);
  return (m.content || texts(m.components)[0] || "a message").split("\n")[0].replace(/^(#+|-#) +|\*\*|__/g, "").slice(0, 80);
}

/** Says under a message, or in another place, what went wrong. */
export function trouble(node, error) {
  node.querySelector(":scope > .trouble")?.remove();
  node.append(el("div", { class: "trouble", role: "alert" }, error.message));
}

const attachmentOf = (url) => /\/attachments\/\d+\/(\d+)\//.exec(url ?? "")?.[1];

// Pictures are shown from the local Discord only; others are named.
function picture(media, alt, env, cls) {
  const id = media.attachment_id || attachmentOf(media.url);
  if (!id) return el("span", { class: "elsewhere" }, icon("file"), alt || "a picture from elsewhere, not loaded");
  const img = el("img", { class: cls, src: fileURL(env, id), alt: alt || "picture without a description", loading: "lazy" });
  if (media.width && media.height) {
    img.width = media.width;
    img.height = media.height;
  }
  return el("a", { class: "picture", href: fileURL(env, id), target: "_blank", rel: "noopener" }, img);
}

const fileURL = (env, id) => `/api/file?${new URLSearchParams({ as: env.pane.person.id, message: env.m.id, file: id })}`;

function size(bytes) {
  return bytes < 1024 ? `${bytes} bytes` : bytes < 1 << 20 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / (1 << 20)).toFixed(1)} MB`;
}

function attachment(a, env) {
  if (/^image\/(png|jpeg|gif|webp)$/.test(a.content_type ?? "")) {
    return picture({ attachment_id: a.id, width: a.width, height: a.height }, a.description, env, "attached");
  }
  return fileCard(a.id, a.filename, a.size, env);
}

function fileCard(id, name, bytes, env) {
  return el("a", { class: "file", href: fileURL(env, id), download: name }, icon("file"), el("span", {}, nameOf(name, "label"), el("span", { class: "note" }, size(bytes ?? 0))));
}

const colour = (n) => `#${n.toString(16).padStart(6, "0")}`;

function embed(e, env) {
  const node = el("div", { class: "embed" },
    e.thumbnail && el("div", { class: "thumbnail" }, picture(e.thumbnail, "", env)),
    e.author && nameOf(e.author.name, "embed-author"),
    e.title && el("div", { class: "embed-title" }, inlineMarkdown(e.title, env.names, env.me)),
    e.description && el("div", { class: "md" }, markdown(e.description, env.names, env.me)),
    e.fields?.length && el("div", { class: "fields" }, e.fields.map((f) => el("div", { class: f.inline ? "field inline" : "field" },
      el("div", { class: "field-name" }, inlineMarkdown(f.name, env.names, env.me)), el("div", { class: "md" }, markdown(f.value, env.names, env.me))))),
    e.image && picture(e.image, "", env, "attached"),
    (e.footer || e.timestamp) && el("div", { class: "footer" }, [e.footer?.text, e.timestamp && format(Date.parse(e.timestamp), "f", env.me.locale)].filter(Boolean).join(" · ")));
  if (e.color) node.style.setProperty("--accent-bar", colour(e.color));
  return node;
}

const components = (list, env) => list.map((c) => component(c, env));

function component(c, env) {
  switch (c.type) {
    case 1: return el("div", { class: "row" }, components(c.components, env));
    case 2: return button(c, env);
    case 3: case 5: case 6: case 7: case 8: return menu(c, env);
    case 9: return el("div", { class: "section" }, el("div", { class: "texts" }, components(c.components, env)), c.accessory && component(c.accessory, env));
    case 10: return el("div", { class: "md" }, markdown(c.content, env.names, env.me));
    case 11: return el("div", { class: "thumbnail" }, picture(c.media, c.description, env));
    case 12: return el("div", { class: c.items.length > 1 ? "gallery many" : "gallery" }, c.items.map((i) => picture(i.media, i.description, env)));
    case 13: return fileCard(c.file.attachment_id || attachmentOf(c.file.url), c.name ?? "file", c.size, env);
    case 14: return el("div", { class: `separator ${c.divider === false ? "bare" : ""} ${c.spacing === 2 ? "wide" : ""}`, role: "presentation" });
    case 17: {
      const node = el("div", { class: "container" }, components(c.components, env));
      if (c.accent_color != null) node.style.setProperty("--accent-bar", colour(c.accent_color));
      return node;
    }
  }
  return el("div", { class: "none" }, `A component of type ${c.type}, which this page does not show.`);
}

function emoji(e) {
  return e ? el("span", { class: "emoji" }, e.id ? `:${e.name}:` : e.name) : null;
}

function button(c, env) {
  const face = [emoji(c.emoji), c.label && el("bdi", {}, c.label)];
  if (c.style === 5) {
    return /^https?:/.test(c.url) ? el("a", { class: "button link", href: c.url, target: "_blank", rel: "noopener noreferrer" }, face) : el("span", { class: "button link" }, face);
  }
  const node = el("button", { type: "button", class: `button ${styles[c.style] ?? "secondary"}`, disabled: c.disabled, dataset: { custom: c.custom_id }, onclick: () => use(node, env, "click", { target: c.custom_id }) }, face);
  return node;
}

// Uses a component and waits for the answer, as long as the client shows it busy.
async function use(node, env, what, fields) {
  if (node.classList.contains("busy")) return;
  const place = () => env.pane.nodeOf(env.m.id);
  node.classList.add("busy");
  node.setAttribute("aria-busy", "true");
  place()?.querySelector(":scope > .trouble")?.remove();
  try {
    await env.pane.act(what, { message: env.m.id, ...fields });
  } catch (e) {
    const at = place();
    if (at) trouble(at, e);
    else env.pane.say(e.message);
  } finally {
    node.classList.remove("busy");
    node.removeAttribute("aria-busy");
  }
}

function menu(c, env) {
  const menu = selectMenu(c, env.pane, env.names);
  menu.onchange = (values) => use(menu.button, env, "select", { target: c.custom_id, values });
  return menu.button;
}

/** A select of any kind, in a message or a form. */
export function selectMenu(c, pane, names = {}) {
  const label = c.placeholder || "Make a choice";
  const common = { label, min: c.required === false ? 0 : c.min_values ?? 1, max: c.max_values ?? 1, disabled: c.disabled, custom: c.custom_id };
  if (c.type === 3) {
    const options = c.options.map((o) => ({ value: o.value, label: o.label, note: o.description, picture: emoji(o.emoji) }));
    return chooser({
      ...common, search: options.length > 12,
      chosen: options.filter((_, i) => c.options[i].default),
      items: (query) => options.filter((o) => `${o.label}\n${o.note ?? ""}`.toLowerCase().includes(query.toLowerCase())),
    });
  }
  const kind = { 5: "user", 6: "role", 7: "mentionable", 8: "channel" }[c.type];
  const code = { user: "<@", role: "<@&", channel: "<#" };
  return chooser({
    ...common, search: true,
    chosen: (c.default_values ?? []).map((d) => ({ value: d.id, label: names[`${code[d.type]}${d.id}>`] ?? d.id })),
    items: (query) => pane.entities(kind, query, c.channel_types),
  });
}

/** Fills a node with what shows that nothing has been said yet. */
export function emptyChannel(node, pane) {
  const { controls } = pane.app;
  const begin = controls.offers("new") && !controls.status.channel && pane.channel.kind === 0;
  fill(node, el("div", { class: "empty" }, el("div", { class: "h h2" }, "Nothing here yet"),
    el("p", {}, "Type ", el("kbd", {}, "/"), ` in ${pane.label(pane.channel)} to use a command`, begin ? ", or begin with an event that is there already." : "."),
    begin && el("button", { type: "button", class: "button primary", onclick: () => pane.app.begin(16, "magic") }, "New event with 16 players")));
}
