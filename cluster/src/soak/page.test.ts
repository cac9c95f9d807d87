import { expect, it } from 'vitest';
import { drawCurves } from './curves.ts';
import { pageText } from './page.ts';

const points = [
  { x: 0, y: 100 },
  { x: 60, y: 150 },
  { x: 120, y: 200 },
];

it('curves begin at zero, on axes that read well, with what happened meanwhile', () => {
  const image = drawCurves({
    title: 'Memory',
    unit: 'MB',
    curves: [{ name: 'RSS <now>', points }],
    marks: [{ at: 60, label: 'kill' }],
  });
  // The plot reaches from 64 to 744 and from 212 (zero) to 34 (200 MB).
  expect(image).toContain('<path d="M64 123L404 78.5L744 34"');
  expect(image).toContain('<path d="M404 34V212"');
  expect(image).toContain('RSS &lt;now&gt;');
  expect(image).toContain('>200<');
  expect(image).toContain('>2 min<');
});

it('a drawing without samples is still an image', () => {
  const image = drawCurves({ title: 'Tables', unit: 'MB', curves: [], marks: [] });
  expect(image).not.toMatch(/NaN|Infinity/);
});

it('the page names what failed and what has no bound', () => {
  const text = pageText(
    {
      minutes: 61,
      devices: 2000,
      admins: 20,
      machine: 'Two cores.',
      samples: [],
      checks: [{ what: 'RSS', measured: '9 MB', limit: '< 2 MB', ok: false }],
      growth: [{ table: 'orphans', perHour: 3 * 1024 * 1024, rows: 1234, bytes: 1024 * 1024, bound: null }],
      tally: { runs: 60 },
      byStatus: { 200: 1000 },
      marks: [],
    },
    ['memory'],
  );
  expect(text).toContain('| RSS | 9 MB | < 2 MB | **failed** |');
  expect(text).toContain('| `orphans` | 3.0 | 1,234 | 1.0 | **none** |');
  expect(text).toContain('(soak/memory.svg)');
});
