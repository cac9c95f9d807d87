type Place = readonly [longitude: number, latitude: number];

let place: Place | null = null;

/**
 * Hands a place over from the page that shows it to the form of a new zone, or takes it back. In memory only: where somebody was must be in no
 * address and no history of the browser.
 */
export function handOver(next: Place | null): void {
  place = next;
}

export function handedOver(): Place | null {
  return place;
}
