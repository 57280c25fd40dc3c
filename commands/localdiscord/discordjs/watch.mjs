// Reads with discord.js everything that a bot does on a Discord: a second session of the
// bot, which only watches. When its input ends it fetches each message that stands and
// prints what it has seen, and whatever it does not understand, as one line of JSON.
//
//	node watch.mjs ADDRESS TOKEN
import { ChannelType, Client, ComponentType, Events, GatewayIntentBits, MessageType, Partials } from 'discord.js';

const [address, token] = process.argv.slice(2);
const { GuildMembers, GuildPresences, MessageContent } = GatewayIntentBits; // what needs approval
const client = new Client({
  intents: Object.values(GatewayIntentBits).filter((bit) => Number.isInteger(bit) && ![GuildMembers, GuildPresences, MessageContent].includes(bit)),
  partials: Object.values(Partials).filter(Number.isInteger),
  rest: { api: `${address}/api`, retries: 0 },
});
const seen = { created: 0, updated: 0, deleted: 0, fetched: 0, interactions: 0, channels: {}, components: {}, strange: [] };
const standing = new Map();
const strange = (what) => seen.strange.push(what);

// Counts a component and those in it, and notes one that discord.js has no class for.
function count(component, where) {
  const { type } = component;
  const name = ComponentType[type];
  if (!name || component.constructor.name === 'Component') strange(`component ${type} in ${where}`);
  seen.components[name] = (seen.components[name] ?? 0) + 1;
  const inside = [...(component.components ?? []), component.accessory, component.component];
  for (const c of inside) if (c) count(c, where);
}

const shown = (message) => JSON.stringify([message.content, message.components.map((c) => c.toJSON())]);

function note(message) {
  if (message.partial) return;
  if (MessageType[message.type] === undefined) strange(`message of type ${message.type}`);
  const kind = message.channel?.type;
  if (!ChannelType[kind]) strange(`message ${message.id} in a channel of type ${kind}`);
  seen.channels[kind] = (seen.channels[kind] ?? 0) + 1;
  for (const c of message.components) count(c, `message ${message.id}`);
  standing.set(message.id, message);
}

client.on(Events.Warn, (text) => strange(`warning: ${text}`));
client.on(Events.Error, (error) => strange(`error: ${error}`));
client.on(Events.ShardError, (error) => strange(`connection: ${error}`));
client.on(Events.MessageCreate, (m) => { seen.created++; note(m); });
client.on(Events.MessageUpdate, (_, m) => { seen.updated++; note(m); });
client.on(Events.MessageDelete, (m) => { seen.deleted++; standing.delete(m.id); });
client.on(Events.InteractionCreate, (i) => {
  seen.interactions++;
  const known = i.isChatInputCommand() || i.isAutocomplete() || i.isMessageComponent() || i.isModalSubmit() || i.isContextMenuCommand();
  if (!known) strange(`interaction of type ${i.type}`);
});
client.once(Events.ClientReady, () => console.log('watching'));

// Compares a message with what is fetched; an update may still be under way.
async function compare(id, channel) {
  for (let tries = 0; ; tries++) {
    const now = shown(await channel.messages.fetch({ message: id, force: true, cache: false }));
    const came = standing.get(id);
    if (!came || shown(came) === now) return;
    if (tries === 20) return strange(`message ${id} is fetched as ${now}, it came as ${shown(came)}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function judge() {
  for (const [id, { channel }] of [...standing]) {
    try {
      await compare(id, channel);
      seen.fetched++;
    } catch (error) {
      if (standing.has(id)) strange(`message ${id} cannot be fetched: ${error}`);
    }
  }
  console.log(JSON.stringify(seen));
  await client.destroy();
  process.exit(0);
}

process.stdin.on('end', judge).resume();
await client.login(token);
