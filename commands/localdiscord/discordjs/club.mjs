// A bot of some club, written with discord.js: /sign opens a list
// with a button to come, a select for the table and a form for a note.
//
//	node club.mjs ADDRESS TOKEN
import {
  ActionRowBuilder, ButtonBuilder, ButtonStyle, Client, Events, GatewayIntentBits, MessageFlags, ModalBuilder,
  SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} from 'discord.js';

const [address, token] = process.argv.slice(2);
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${address}/api`, retries: 0 } });
const lists = new Map(); // of each channel: who comes, at which table, with what note
const row = (...components) => new ActionRowBuilder().addComponents(...components);

function shown({ title, people }) {
  const lines = [...people].map(([name, { table, note }]) => `${name}: table ${table}${note ? `, ${note}` : ''}`);
  return {
    content: [`**${title}**`, ...lines].join('\n'),
    allowedMentions: { parse: [] },
    components: [
      row(
        new ButtonBuilder().setCustomId('come').setLabel('I come').setStyle(ButtonStyle.Success),
        new ButtonBuilder().setCustomId('note').setLabel('Note').setStyle(ButtonStyle.Secondary),
      ),
      row(new StringSelectMenuBuilder().setCustomId('table').setPlaceholder('Table').addOptions(['1', '2', '3'].map((n) => ({ label: n, value: n })))),
    ],
  };
}

const noteForm = () => new ModalBuilder().setCustomId('written').setTitle('A note').addComponents(
  row(new TextInputBuilder().setCustomId('text').setLabel('What should we know?').setStyle(TextInputStyle.Short)),
);

async function act(i) {
  if (i.isChatInputCommand()) {
    const list = { title: i.options.getString('title'), people: new Map() };
    lists.set(i.channelId, list);
    await i.reply(shown(list));
    return i.followUp({ content: 'Pinned? Not by me.', flags: MessageFlags.Ephemeral });
  }
  const list = lists.get(i.channelId);
  const name = i.member.displayName;
  const mine = list.people.get(name) ?? { table: '1' };
  if (i.isButton() && i.customId === 'note') return i.showModal(noteForm());
  if (i.isStringSelectMenu()) mine.table = i.values[0];
  if (i.isModalSubmit()) mine.note = i.fields.getTextInputValue('text');
  list.people.set(name, mine);
  return i.update(shown(list));
}

client.on(Events.InteractionCreate, (i) => act(i).catch((error) => { console.error(error); process.exit(1); }));
client.on(Events.Warn, (text) => { console.error(text); process.exit(1); });
client.once(Events.ClientReady, async () => {
  await client.application.commands.set([
    new SlashCommandBuilder().setName('sign').setDescription('Open a list').addStringOption((o) => o.setName('title').setDescription('Of what').setRequired(true)),
  ]);
  console.log('open');
});
process.stdin.on('end', () => client.destroy().then(() => process.exit(0))).resume();
await client.login(token);
