import { meta, type Endpoint, type Envelope, type InputOf, type OutputOf } from '@fairwatch/contract';

export interface Answer<E extends Endpoint = Endpoint> {
  status: number;
  headers: Headers;
  /** The envelope. On an error `data` is null, contrary to its type. */
  envelope: Envelope<OutputOf<E>>;
  /** The error text; empty on success. */
  error: string;
  /** The error code; empty on success. */
  errorCode: string;
}

/** Calls an endpoint as a console would. Throws unless the response matches the contract. */
export async function callEndpoint<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: InputOf<E>,
  token: string | null = null,
): Promise<Answer<E>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  const body = endpoint.method === 'GET' ? {} : { body: JSON.stringify(input) };
  const response = await fetch(new URL(endpoint.path, url), { method: endpoint.method, headers, ...body });
  return await readAnswer(endpoint, response);
}

/** Parses a response. Throws unless it matches the contract. */
export async function readAnswer<E extends Endpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  const envelope = (await response.json()) as Envelope<OutputOf<E>>;
  const checked = meta.parse(envelope.meta);
  if (checked.has_error !== response.status >= 400) throw new Error(`${response.status} contradicts has_error.`);
  if (checked.has_error) {
    if (envelope.data !== null) throw new Error('An error carries no data.');
  } else {
    const undeclared = extraField(envelope.data, endpoint.output.parse(envelope.data));
    if (undeclared !== null) throw new Error(`${endpoint.path} answers more than it declares: ${undeclared}`);
    if ((checked.pagination !== null) !== endpoint.paged) throw new Error('Only lists carry their pagination.');
  }
  return {
    status: response.status,
    headers: response.headers,
    envelope,
    error: checked.message[0]?.text.client ?? '',
    errorCode: checked.message[0]?.code ?? '',
  };
}

/** The first field of a response that the contract does not declare; null when there is none. */
function extraField(sent: unknown, known: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return null;
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(known, name)) return name;
    const inside = extraField(value, (known as Record<string, unknown>)[name]);
    if (inside !== null) return `${name}.${inside}`;
  }
  return null;
}
