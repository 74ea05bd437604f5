// The types of the wire, written from the house's own schemas: what the server decodes and encodes.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';

const at = (path) => new URL(`../${path}`, import.meta.url);
const read = async (path) => JSON.parse(await readFile(at(path), 'utf8'));

/** The names of all that is reached from here. */
function reached(node, defs, found = new Set()) {
  if (node === null || typeof node !== 'object') return found;
  const name = typeof node.$ref === 'string' ? node.$ref.split('/').pop() : null;
  if (name && !found.has(name)) {
    found.add(name);
    reached(defs[name], defs, found);
  }
  Object.values(node).forEach((part) => reached(part, defs, found));
  return found;
}

/** What the house says has all its fields, but for those it may leave unsaid, which have no default
    either; what a client says may leave out what has a default. */
async function write(path, source, schema, said) {
  for (const [name, def] of Object.entries(schema.$defs)) {
    // A title would become the type's name, instead of the one it has.
    delete def.title;
    if (!def.properties) continue;
    def.additionalProperties = false;
    const needed = ([field, kind]) =>
      def.required?.includes(field) || (said.has(name) && 'default' in kind);
    def.required = Object.entries(def.properties)
      .filter(needed)
      .map(([field]) => field);
    for (const field of Object.values(def.properties)) delete field.title;
  }
  const types = await compile(schema, 'Everything', {
    bannerComment: `// Written by scripts/types.mjs from ${source}. Do not edit.`,
    style: { singleQuote: true },
    unreachableDefinitions: true,
  });
  await writeFile(at(path), types);
}

// All of the folder is written here.
await mkdir(at('src/wire'), { recursive: true });

const socket = await read('../docs/socket-schema.json');
const ANSWERS = ['CheckedBets', 'LobbyTable'];
const { HouseSays, ...rest } = socket.$defs;
const heard = reached([HouseSays, ...ANSWERS.map((name) => rest[name])], socket.$defs);
await write(
  'src/wire/socket.ts',
  'docs/socket-schema.json',
  { $defs: socket.$defs },
  new Set([...heard, ...ANSWERS]),
);

const { paths, components } = await read('../docs/openapi.json');
const answers = Object.values(paths).flatMap((path) =>
  Object.values(path).map((endpoint) => endpoint.responses),
);
const $defs = JSON.parse(
  JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
);
await write(
  'src/wire/http.ts',
  'docs/openapi.json',
  { $defs },
  reached([answers, components.responses], components.schemas),
);

// Who may use what, as the house has it. What anyone may is not asked about.
const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, endpoint]) => [
    `${method.toUpperCase()} ${path}`,
    endpoint['x-roles'],
  ]),
);
const commands = Object.values(socket.$defs)
  .filter((def) => def['x-roles'])
  .map((def) => [def.properties.type.enum[0], def['x-roles']]);
const roles = Object.fromEntries([...endpoints.filter(([, who]) => who !== 'anyone'), ...commands]);
await writeFile(
  at('src/wire/roles.ts'),
  `// Written by scripts/types.mjs from docs/openapi.json and docs/socket-schema.json. Do not edit.
/** Who may use each endpoint and send each message. */
export const ROLES = ${JSON.stringify(roles, null, 2)} as const;
`,
);
