// Plays evenings with a bot on discord-digital-twin, a local Discord that others wrote: one
// in a channel of each type. Prints the address when it is open, and at the end
// what was seen as one line of JSON.
//
//	node evening.mjs TOKEN
import http from 'node:http';
import { DigitalDiscord } from 'discord-digital-twin';

const [token] = process.argv.slice(2);
const id = (n) => String(1576222161209655296n + BigInt(n));
const [bot, guild, olga] = [id(1), id(2), id(3)];
const people = ['Ann', 'Ben', 'Cem', 'Dan'].map((name, i) => ({ id: id(10 + i), username: name }));
const type = { text: 0, announcement: 5, voice: 2, stage: 13, forum: 15, newsThread: 10, thread: 11 };
const places = {
  'text': { id: id(100), type: type.text, threads: true },
  'announcement': { id: id(101), type: type.announcement, threads: true },
  'voice': { id: id(102), type: type.voice },
  'stage': { id: id(103), type: type.stage },
  'a thread': { id: id(104), type: type.thread, parentId: id(110) },
  'a thread of announcements': { id: id(105), type: type.newsThread, parentId: id(111) },
  'a post of a forum': { id: id(106), type: type.thread, parentId: id(112) },
};
const around = [
  { id: id(110), name: 'around', type: type.text }, { id: id(111), name: 'news', type: type.announcement }, { id: id(112), name: 'events', type: type.forum },
];
const channels = [...around, ...Object.entries(places).map(([name, p]) => ({ ...p, name }))];

const twin = new DigitalDiscord({
  botToken: token, botUser: { id: bot, username: 'Topcut' }, guild: { id: guild, name: 'Club', ownerId: olga },
  channels, users: [{ id: olga, username: 'Olga' }, ...people],
});
await twin.start();

const seen = { commands: 0, places: {}, refused: {}, strange: [] };
const strange = (what) => seen.strange.push(what);

// The twin speaks version 10 only, takes no files, and does not list commands: the front
// translates. What it says of everything else reaches the bot as it is, and what it refuses
// is counted.
const front = http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const path = request.url.replace('/api/v9/', '/api/v10/');
  if (request.method === 'GET' && /\/commands(\?|$)/.test(path)) {
    response.setHeader('content-type', 'application/json');
    return response.end('[]');
  }
  if (request.headers['content-type']?.startsWith('multipart/')) {
    [, body] = /name="payload_json"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(body.toString());
  }
  const answer = await fetch(`http://127.0.0.1:${twin.port}${path}`, {
    method: request.method, body, headers: { 'content-type': 'application/json', 'authorization': request.headers.authorization ?? '' },
  });
  const text = await answer.text();
  if (answer.status >= 400) {
    const route = `${request.method} ${path.replace(/^\/api\/v\d+/, '').replace(/\?.*/, '').replace(/\d{15,}/g, 'ID')} ${answer.status}`;
    seen.refused[route] = (seen.refused[route] ?? 0) + 1;
  }
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
  response.end(answer.status === 204 ? undefined : text);
});

const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });

async function until(what, found) {
  for (let n = 0; n < 600; n++, await sleep(50)) {
    const value = await found();
    if (value) return value;
  }
  throw new Error(`it never happens that ${what}`);
}

// Everything that a message shows, by a walk over its components.
function* walk(components) {
  for (const c of components ?? []) {
    yield c;
    yield* walk([...(c.components ?? []), ...[c.accessory, c.component].filter(Boolean)]);
  }
}
const shown = (m) => [m.content, ...[...walk(m.components)].map((c) => c.content ?? c.label ?? '')].join('\n');
const button = (m, label) => [...walk(m.components)].find((c) => c.type === 2 && c.label?.includes(label) && !c.disabled);

// A server's member uses the bot in a place, and reads what it answers.
class Evening {
  constructor(name, place) { Object.assign(this, { name, place, presses: 0 }); }

  async answered({ id: interactionId }, what) {
    this.presses++;
    const row = await until(`${what} is answered in ${this.name}`, async () => {
      const r = await twin.prisma.interactionResponse.findUnique({ where: { interactionId } });
      return r.acknowledged && (r.type !== 5 || r.messageId) ? r : null;
    });
    if (row.type === 9) return JSON.parse(row.data);
    const m = row.messageId && await twin.prisma.message.findUnique({ where: { id: row.messageId } });
    return m ? shown({ content: m.content, components: JSON.parse(m.components ?? '[]') }) : '';
  }

  // Types a command as it was registered: what was not is not to be had.
  async slash(userId, line, values = {}) {
    const [command, sub] = line.split(' ');
    const registered = await twin.prisma.applicationCommand.findFirst({ where: { name: command } });
    if (!registered) throw new Error(`/${command} is not registered`);
    let known = JSON.parse(registered.options);
    if (sub) known = known.find((o) => o.name === sub && o.type === 1).options ?? [];
    const options = Object.entries(values).map(([name, value]) => ({ name, value, type: known.find((o) => o.name === name).type }));
    const nested = sub ? [{ name: sub, type: 1, options }] : options;
    return this.answered(await twin.simulateSlashCommand({ channelId: this.place.id, userId, name: command, options: nested }), `/${line}`);
  }

  async posts() { return (await twin.channel(this.place.id).getMessages()).filter((m) => !(m.flags & 64)); }

  async post(label) {
    return until(`a post in ${this.name} has ${label}`, async () => (await this.posts()).findLast((m) => shown(m).includes(label)));
  }

  async click(userId, label) {
    const message = await this.post(label);
    const { custom_id: customId } = button(message, label);
    return this.answered(await twin.simulateButtonClick({ channelId: this.place.id, userId, messageId: message.id, customId }), `[${label}]`);
  }

  expect(got, want) { if (!got.includes(want)) strange(`${this.name}: ${want} is not in: ${got}`); }

  async round(first) {
    const pairings = (await this.slash(olga, 'round pair')).split('\n').find((line) => line.startsWith('`1`'));
    this.expect(await this.slash(olga, 'round publish'), 'ublished');
    if (first && this.place.threads) {
      await until(`matches have threads in ${this.name}`, async () => await twin.prisma.channel.count({ where: { parentId: this.place.id } }) === 2);
    }
    const [a, b] = people.filter((p) => pairings.includes(p.username));
    await this.slash(a.id, 'report', { result: '2-1' });
    await this.slash(b.id, 'confirm');
    await this.slash(olga, 'player report', { table: 2, result: '2-0' });
  }

  async play() {
    await this.slash(olga, 'tournament create', { name: 'Friday', ruleset: 'magic', rounds: 2, cut: 0 });
    const none = 'Matches get no threads of their own here';
    const set = await this.slash(olga, 'tournament settings', { set: 'threads=yes' });
    if (set.includes(none) === Boolean(this.place.threads)) strange(`${this.name}: threads=yes: ${set}`);
    await this.slash(olga, 'tournament open');
    for (const p of people) this.expect(await this.click(p.id, 'Join'), "You're in: ");
    await this.slash(olga, 'tournament start');
    for (const p of people.slice(0, 3)) await this.click(p.id, 'Roll'); // their dice make the draw
    await this.round(true);
    await this.round(false);
    await this.slash(olga, 'tournament finish');
    await this.post('wins Friday');
    const doctor = await this.slash(olga, 'doctor');
    const threads = await twin.prisma.channel.findMany({ where: { parentId: this.place.id } });
    seen.places[this.name] = { posts: (await this.posts()).length, presses: this.presses, threads: threads.length, archived: threads.filter((c) => c.archived).length, doctor };
  }
}

await new Promise((done) => { front.listen(0, '127.0.0.1', done); });
console.log(`open http://127.0.0.1:${front.address().port}`);
try {
  seen.commands = await until('the commands are registered', () => twin.prisma.applicationCommand.count());
  for (const [name, place] of Object.entries(places)) await new Evening(name, place).play(); // the twin is slow with several
  for (const c of around) {
    const posts = (await twin.channel(c.id).getMessages()).filter((m) => !shown(m).startsWith('\n👋'));
    if (posts.length > 0) strange(`there are posts around the thread, in ${c.name}: ${shown(posts[0])}`);
  }
} catch (error) {
  strange(String(error.stack));
}
const unanswered = await twin.prisma.interactionResponse.count({ where: { acknowledged: false } });
if (unanswered > 0) strange(`${unanswered} interactions are not answered`);
console.log(JSON.stringify(seen));
process.exit(0);
