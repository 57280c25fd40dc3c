"use strict";
// Recomputes the seeds of the event from what stands in this page, with nothing
// but this script: SHA-256 as in FIPS 180-4.
(() => {
  const primes = (count) => {
    const found = [];
    for (let n = 2; found.length < count; n++) {
      if (found.every((p) => n % p !== 0)) found.push(n);
    }
    return found;
  };
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  const start = primes(8).map((p) => fraction(Math.sqrt(p)));
  const rounds = primes(64).map((p) => fraction(Math.cbrt(p)));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  const sha256 = (message) => {
    const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
    bytes.set(message);
    bytes[message.length] = 0x80;
    const view = new DataView(bytes.buffer);
    view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
    view.setUint32(bytes.length - 4, message.length * 8);
    const hash = start.slice();
    const w = new Int32Array(64);
    for (let block = 0; block < bytes.length; block += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
          w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g; g = f; f = e; e = (d + one) | 0;
        d = c; c = b; b = a; a = (one + two) | 0;
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => { hash[i] = (hash[i] + x) | 0; });
    }
    const out = new Uint8Array(32);
    hash.forEach((x, i) => new DataView(out.buffer).setInt32(4 * i, x));
    return out;
  };

  const text = (s) => new TextEncoder().encode(s);
  const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  const unhex = (s) => {
    if (!/^([0-9a-f]{2})*$/.test(s)) throw new Error("not hexadecimal: " + s);
    return Uint8Array.from(s.match(/../g) || [], (pair) => parseInt(pair, 16));
  };
  const join = (...parts) => Uint8Array.from(parts.flatMap((p) => Array.from(p)));
  const number = (n) => {
    const out = new Uint8Array(8);
    new DataView(out.buffer).setBigUint64(0, BigInt(n));
    return out;
  };

  const steps = document.getElementById("steps");
  const step = (holds, what, detail) => {
    const item = document.createElement("li");
    item.className = holds ? "holds" : "fails";
    const head = document.createElement("p");
    head.textContent = (holds ? "✓ " : "✗ ") + what;
    const value = document.createElement("code");
    value.textContent = detail;
    item.append(head, value);
    steps.append(item);
    return holds;
  };

  const seed = JSON.parse(document.getElementById("seed-data").textContent);
  const words = seed.words;

  const check = () => {
    let digest = "";
    for (const one of seed.joins) digest = hex(sha256(text(digest + "\n" + one.id)));
    let all = step(digest === seed.digest, words.digest, digest);

    const joints = seed.secrets.map((one, i) => {
      const secret = unhex(one.secret);
      const commitment = hex(sha256(secret));
      all = step(commitment === one.commitment, i === 0 ? words.commitment : words.recommitted, commitment) && all;
      const joint = sha256(join(text("topcut seed 1\n"), secret, text(digest)));
      step(true, words.joint, hex(joint));
      return joint;
    });

    for (const draw of seed.draws) {
      const own = hex(sha256(join(text("topcut round 1\n"), joints[draw.secret], number(draw.round), number(draw.attempt))));
      all = step(own === draw.seed, draw.what + ": " + words.draw, own) && all;
    }
    return all;
  };

  const verdict = document.getElementById("verdict");
  let holds = false, trouble = "";
  try {
    holds = check();
  } catch (error) {
    trouble = " (" + error.message + ")";
  }
  verdict.className = holds ? "holds" : "fails";
  verdict.textContent = holds
    ? words.holds
    : words.fails + trouble;

  // On paper everything is open.
  addEventListener("beforeprint", () => {
    document.querySelectorAll("details").forEach((d) => { d.open = true; });
  });
})();
