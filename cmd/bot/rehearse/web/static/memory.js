// What the page remembers in the browser. Without storage it forgets.

const prefix = "topcut-rehearsal:";

export function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(prefix + key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works without.
  }
}

/** Forgets what belongs to other rehearsals: read marks of people not in this one. */
export function tidy(people) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${prefix}read-`) && !people.has(key.slice(prefix.length + 5))) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
