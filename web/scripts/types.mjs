// The socket's types, written from the protocol's own schema: what the server decodes and encodes.
import { readFile, writeFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';

const SCHEMA = new URL('../../docs/socket-schema.json', import.meta.url);
const TYPES = new URL('../src/wire/socket.ts', import.meta.url);

const schema = JSON.parse(await readFile(SCHEMA, 'utf8'));
const defs = schema.$defs;

// What the house says always has all its fields; what a client says may leave out what has a default.
const reached = new Set();
const reach = (node) => {
  if (Array.isArray(node)) return node.forEach(reach);
  if (node === null || typeof node !== 'object') return;
  const name = typeof node.$ref === 'string' ? node.$ref.split('/').pop() : null;
  if (name && !reached.has(name)) {
    reached.add(name);
    reach(defs[name]);
  }
  Object.values(node).forEach(reach);
};
reach(defs.HouseSays);
for (const [name, def] of Object.entries(defs)) {
  // A title would become the type's name, instead of the one it has.
  delete def.title;
  if (def.properties) {
    def.additionalProperties = false;
    if (reached.has(name)) def.required = Object.keys(def.properties);
    for (const field of Object.values(def.properties)) delete field.title;
  }
}
const types = await compile(schema, 'Protocol', {
  bannerComment: '// Written by scripts/types.mjs from docs/socket-schema.json. Do not edit.',
  style: { singleQuote: true },
  unreachableDefinitions: true,
});
await writeFile(TYPES, types);
