import { createHash } from 'node:crypto';
import { Client } from 'pg';

type Query = (this: Client, query: unknown, ...rest: unknown[]) => unknown;

interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text) ?? `test-${createHash('sha256').update(text).digest('base64url').slice(0, 40)}`;
  names.set(text, known);
  return known;
}

/** True for what the extended protocol runs: one statement with parameters. */
const isStatement = (query: unknown): query is Statement =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query && !('submit' in query);

// A server of production runs its frequent statements by name, and PostgreSQL plans them once per connection. A server under test runs most
// statements a few times only, so that planning them was half of PostgreSQL's work. Here every statement has a name.
const mark = Symbol.for('fairwatch.prepared-statements');
const prototype = Client.prototype as unknown as { query: Query; [mark]?: true };
if (!prototype[mark]) {
  prototype[mark] = true;
  const { query: plain } = prototype;
  prototype.query = function query(query, ...rest) {
    if (typeof query === 'string' && Array.isArray(rest[0]) && rest[0].length > 0) {
      const [values, ...others] = rest;
      return plain.call(this, { name: nameOf(query), text: query, values }, ...others);
    }
    const isUnnamed = isStatement(query) && query.name === undefined && query.values.length > 0;
    return plain.call(this, isUnnamed ? { ...query, name: nameOf(query.text) } : query, ...rest);
  };
}
