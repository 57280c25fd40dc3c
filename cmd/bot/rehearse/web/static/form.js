// Modals: forms that the bot opens on somebody's screen.

import { el, icon, nameOf } from "./dom.js";
import { markdown } from "./markdown.js";
import { packed } from "./net.js";
import { selectMenu } from "./message.js";

/** Opens a modal; resolves when it was sent or closed. */
export function openForm(form, pane) {
  const readers = new Map(); // custom_id → async function giving the value
  const error = el("div", { class: "trouble", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary" }, "Submit");
  const close = () => { dialog.close(); dialog.remove(); };
  const cancel = () => { pane.closedForm(form); close(); };
  const send = async (e) => {
    e.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    error.hidden = true;
    try {
      const fields = {};
      for (const [id, read] of readers) {
        const v = await read();
        if (v !== undefined) fields[id] = v;
      }
      await pane.act("submit", { form: form.interaction_id, fields });
      close();
    } catch (problem) {
      error.textContent = problem.message;
      error.hidden = false;
      submit.disabled = false;
    }
  };
  const dialog = el("dialog", { class: "form", "aria-label": form.title },
    el("form", { onsubmit: send, novalidate: true },
      el("header", {}, el("div", {}, nameOf(form.title, "h h2"), el("div", { class: "note" }, "as ", nameOf(pane.person.name))),
        el("button", { type: "button", class: "iconic", "aria-label": "Close", onclick: cancel }, icon("close"))),
      el("div", { class: "inputs" }, form.components.map((c) => part(c, readers, pane))),
      error,
      el("footer", {}, el("button", { type: "button", class: "button secondary", onclick: cancel }, "Cancel"), submit)));
  dialog.addEventListener("cancel", (e) => { e.preventDefault(); cancel(); });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".inputs input, .inputs textarea, .inputs .select")?.focus();
  return dialog;
}

function part(c, readers, pane) {
  switch (c.type) {
    case 1: return c.components.map((inner) => labelled(inner.label, undefined, inner, readers, pane));
    case 10: return el("div", { class: "md" }, markdown(c.content, {}, pane.me));
    case 18: return labelled(c.label, c.description, c.component, readers, pane);
  }
  return labelled(c.label, undefined, c, readers, pane);
}

function labelled(label, note, c, readers, pane) {
  const required = c.required !== false;
  return el("label", { class: "input" },
    el("span", { class: "label" }, el("bdi", {}, label ?? ""), required && el("span", { class: "needed", title: "required" }, " *")),
    note && el("span", { class: "note" }, note), input(c, label, readers, pane));
}

function input(c, label, readers, pane) {
  switch (c.type) {
    case 4: {
      const common = { value: c.value ?? "", placeholder: c.placeholder, maxlength: c.max_length, "aria-required": c.required !== false ? "true" : undefined, dataset: { custom: c.custom_id } };
      const node = c.style === 2 ? el("textarea", { ...common, rows: 4 }) : el("input", { ...common, type: "text", autocomplete: "off" });
      readers.set(c.custom_id, () => node.value);
      return node;
    }
    case 19: {
      const node = el("input", { type: "file", multiple: (c.max_values ?? 1) > 1, dataset: { custom: c.custom_id } });
      readers.set(c.custom_id, () => Promise.all([...node.files].map(packed)));
      return node;
    }
    case 3: case 5: case 6: case 7: case 8: {
      const menu = selectMenu({ ...c, placeholder: c.placeholder || label }, pane);
      readers.set(c.custom_id, () => menu.values);
      return menu.button;
    }
  }
  return el("span", { class: "note" }, `A component of type ${c.type}, which this page does not show.`);
}
