import { describe, expect, it } from 'vitest';
import { attributionHtml } from './map-attribution.ts';

const kept = (attribution: unknown) => attributionHtml({ attribution }, { isOpenStreetMap: false });
const named = (attribution: string) => attributionHtml({ attribution }, { isOpenStreetMap: true });

describe('the attribution of a map file', () => {
  it('keeps its text and its links to web pages', () => {
    expect(kept('<a href="https://example.org/a?b=1&c=2" onclick="steal()">Map &amp; more</a> <b>2026</b>')).toBe(
      '<a href="https://example.org/a?b=1&#38;c=2" target="_blank" rel="noopener noreferrer">Map &#38; more</a> 2026',
    );
  });

  it.each([
    ['<img src=x onerror=alert(1)>me', 'me'],
    ['<script>alert(1)</script>me', 'me'],
    ['<a href="javascript:alert(1)">me</a>', 'me'],
    ['<a href="data:text/html,x">me</a>', 'me'],
    ['<svg><a href="https://example.org"><animate onbegin=alert(1)></svg>me', 'me'],
    ['<style>*{display:none}</style><iframe src="https://example.org"></iframe>me', 'me'],
    ['&lt;img src=x onerror=alert(1)&gt;', '&#60;img src=x onerror=alert(1)&#62;'],
    [['me'], ''],
    [undefined, ''],
  ])('%s injects nothing', (attribution, expected) => {
    expect(kept(attribution)).toBe(expected);
  });

  it('names OpenStreetMap where its map is made from it', () => {
    expect(named('')).toMatch(
      /^<a href="https:\/\/www\.openstreetmap\.org\/copyright"[^>]*>© OpenStreetMap contributors<\/a>$/,
    );
    expect(named('Test mappers')).toMatch(/^Test mappers <a .*OpenStreetMap contributors<\/a>$/);
    expect(named('© OpenStreetMap')).toBe('© OpenStreetMap');
  });

  it('is bounded', () => {
    expect(kept('x'.repeat(100_000))).toHaveLength(1000);
  });
});
