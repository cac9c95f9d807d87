import { z } from 'zod/mini';
import { createSemaphore } from '../jobs/semaphore.ts';

export interface FoundPlace {
  label: string;
  latitude: number;
  longitude: number;
}

/** The result of a search. The reason of a failure contains neither the address nor the URL. */
export type GeocoderAnswer = { ok: true; places: FoundPlace[] } | { ok: false; reason: string };

export interface Geocoder {
  search(text: string, atMost: number): Promise<GeocoderAnswer>;
}

/** The part of the owner's URL that is replaced by the address. */
const queryPlaceholder = '{query}';

const answerWithinMs = 5000;
const answerMaxBytes = 256 * 1024;
/** Requests to the geocoder at once, by all admins. */
const requestsAtOnce = 4;
const labelMaxLength = 200;

const degrees = z.coerce.number();
/** The answer of Nominatim: a list of places with their coordinates as texts. */
const nominatimPlaces = z.array(z.object({ display_name: z.string(), lat: degrees, lon: degrees }));
const photonText = z.optional(z.nullable(z.string()));
/** The answer of Photon: GeoJSON points whose properties are the parts of the address. */
const photonPlaces = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()], z.unknown()) }),
      properties: z.object({
        name: photonText,
        street: photonText,
        housenumber: photonText,
        postcode: photonText,
        city: photonText,
        country: photonText,
      }),
    }),
  ),
});

/**
 * Creates the client of a geocoder, whose URL has `{query}` in the place of the address. It requests only this URL: redirects are not followed,
 * since they could lead to internal hosts.
 */
export function createGeocoder(template: string, { withinMs = answerWithinMs } = {}): Geocoder {
  const inTurn = createSemaphore(requestsAtOnce);
  return {
    search: (text, atMost) =>
      inTurn(async () => {
        try {
          const url = template.replaceAll(queryPlaceholder, encodeURIComponent(text.toWellFormed()));
          const response = await fetch(url, {
            redirect: 'manual',
            signal: AbortSignal.timeout(withinMs),
            headers: { accept: 'application/json', 'user-agent': 'Fairwatch' },
          });
          if (response.status !== 200) {
            await response.body?.cancel();
            return { ok: false, reason: `status ${response.status}` };
          }
          const places = placesIn(JSON.parse(await readBounded(response)));
          return places === null
            ? { ok: false, reason: 'unknown format' }
            : { ok: true, places: places.filter(isOnMap).slice(0, atMost) };
        } catch (error) {
          return { ok: false, reason: reasonOf(error) };
        }
      }),
  };
}

class TooLarge extends Error {}

/** Reads a body as text. Throws as soon as it is larger than allowed. */
async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the body.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > answerMaxBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the places of an answer; null when it has neither format. */
function placesIn(answer: unknown): FoundPlace[] | null {
  const nominatim = nominatimPlaces.safeParse(answer);
  if (nominatim.success) {
    return nominatim.data.map(({ display_name: label, lat, lon }) => place(label, lat, lon));
  }
  const photon = photonPlaces.safeParse(answer);
  if (!photon.success) return null;
  return photon.data.features.map(({ geometry: { coordinates }, properties }) => {
    const [longitude, latitude] = coordinates;
    const { name, street, housenumber, postcode, city, country } = properties;
    const parts = [name, join(street, housenumber), join(postcode, city), country];
    return place(parts.filter((part) => part).join(', '), latitude, longitude);
  });
}

const join = (...parts: readonly (string | null | undefined)[]) => parts.filter((part) => part).join(' ');

function place(label: string, latitude: number, longitude: number): FoundPlace {
  return { label: label.slice(0, labelMaxLength), latitude, longitude };
}

function isOnMap({ latitude, longitude }: FoundPlace): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function reasonOf(error: unknown): string {
  if (error instanceof TooLarge) return 'too large';
  if (error instanceof SyntaxError) return 'not JSON';
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
}
