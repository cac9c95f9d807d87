import type { Random } from '../../fake/random.ts';
import { gigabytes, type Fact } from './info-facts.ts';
import type { PhoneSpecs } from './phone-specs.ts';

const gigabyte = 1_000_000_000;

/** A storage that fills up: photos and apps grow a little between two readings. */
export function fakeStorage(random: Random, { storageGb, memoryGb }: PhoneSpecs): () => Fact[] {
  const total = random.pick(storageGb) * gigabyte;
  const share = (least: number, most: number) => Math.round((least + random.next() * (most - least)) * total);
  const system = random.int(14, 19) * gigabyte;
  let apps = share(0.08, 0.2);
  let pictures = share(0.06, 0.3);
  const other = share(0.02, 0.1);
  let read = false;

  return () => {
    if (read) {
      pictures += random.int(0, 40) * 1_000_000;
      apps += random.int(0, 12) * 1_000_000;
    }
    read = true;
    const used = Math.min(total, system + apps + pictures + other);
    const memory = memoryGb * gigabyte;
    const memoryUsed = Math.round(memory * (0.45 + random.next() * 0.35));
    return [
      amount('Internal storage', used, total),
      { name: 'Free', value: gigabytes(total - used) },
      amount('Photos and videos', pictures, total),
      amount('Apps', apps, total),
      amount('System', system, total),
      amount('Other files', other, total),
      amount('Memory', memoryUsed, memory),
    ];
  };
}

function amount(name: string, used: number, total: number): Fact {
  return { name, value: `${gigabytes(used)} of ${gigabytes(total)}`, used, total };
}
