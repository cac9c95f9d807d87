import { backdrop, circle, ellipse, glow, group, hsl, n, rect, shape, stroke, times, type Scene } from './canvas.ts';

/** A birthday cake; the candles flicker. */
export const cake: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const icing = random.pick(['#f7c6d0', '#cfe6f5', '#fff1c9', '#d9c8ef', '#6b3f2a']);
  const hue = random.int(0, 360);
  const w = Math.min(width, height) * 0.56;
  const x = width / 2;
  const table = height * 0.84;
  const tier = Math.min(height * 0.17, w * 0.34);
  const candles = random.int(5, 9);
  const top = table - tier * 2;
  return [
    backdrop(canvas, 'room', [hsl(hue, 32, 34), hsl(hue + 30, 40, 58)]),
    times(14, (place) => {
      const at = (place / 13) * width;
      const y = height * 0.1 + Math.sin((place / 13) * 3.14) * height * 0.08;
      return shape(`M${n(at - 26)} ${n(y)}l52 0l-26 56Z`, hsl(hue + place * 47, 75, 62));
    }),
    rect(0, table, width, height - table, hsl(25, 32, 34)),
    ellipse(x, table + 8, w * 0.72, 26, '#fff', 'fill-opacity=".9"'),
    rect(x - w / 2, table - tier, w, tier, hsl(32, 55, 72), 'rx="14"'),
    rect(x - w * 0.36, top, w * 0.72, tier, hsl(32, 55, 72), 'rx="14"'),
    rect(x - w / 2, table - tier, w, tier * 0.36, icing, 'rx="14"'),
    rect(x - w * 0.36, top, w * 0.72, tier * 0.36, icing, 'rx="14"'),
    times(11, (place) => circle(x - w / 2 + ((place + 0.5) / 11) * w, table - tier * 0.66, (w / 11) * 0.5, icing)),
    times(8, (place) =>
      circle(x - w * 0.36 + ((place + 0.5) / 8) * w * 0.72, top + tier * 0.34, ((w * 0.72) / 8) * 0.5, icing),
    ),
    times(30, () =>
      rect(
        x - w * 0.46 + random.next() * w * 0.92,
        table - tier * 0.5 + random.next() * tier * 0.4,
        12,
        5,
        hsl(random.int(0, 360), 80, 60),
        'rx="2"',
      ),
    ),
    times(candles, (place) => {
      const at = x - w * 0.3 + ((place + 0.5) / candles) * w * 0.6;
      const flame = 15 + Math.sin(time * 50 + place * 2.1) * 3;
      return (
        rect(at - 7, top - 78, 14, 78, hsl(hue + place * 60, 70, 66), 'rx="3"') +
        glow(`flame${place}`, at, top - 96, 70, '#ffdf80', 0.65) +
        ellipse(at, top - 96, 9, flame, '#ffb84d') +
        ellipse(at, top - 92, 4.5, flame * 0.55, '#fff6d0')
      );
    }),
  ].join('');
};

/** A plate from above. */
export const food: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const r = Math.min(width, height) * 0.36;
  const [x, y] = [width / 2, height / 2];
  const cloth = random.int(0, 360);
  const dish = random.pick(['noodles', 'pizza', 'salad'] as const);
  const spot = (reach: number) => {
    const angle = random.next() * 6.283;
    const away = Math.sqrt(random.next()) * r * reach;
    return [x + Math.cos(angle) * away, y + Math.sin(angle) * away] as const;
  };
  const leaves = (count: number) =>
    times(count, () => {
      const [at, to] = spot(0.66);
      return group(
        `translate(${n(at)} ${n(to)}) rotate(${random.int(0, 360)})`,
        shape('M-34 0Q0 -30 34 0Q0 30 -34 0Z', hsl(random.int(85, 125), 50, random.int(30, 48))) +
          stroke('M-30 0L30 0', '#ffffff55', 2),
      );
    });
  const slices = (count: number, colour: string, size: number) =>
    times(count, () => {
      const [at, to] = spot(0.62);
      return circle(at, to, size, colour) + circle(at, to, size * 0.72, 'none', 'stroke="#ffffff55" stroke-width="4"');
    });
  const dishes = {
    noodles: () =>
      times(46, () => {
        const [at, to] = spot(0.55);
        return stroke(
          `M${n(at)} ${n(to)}q${random.int(-90, 90)} ${random.int(-90, 90)} ${random.int(-70, 70)} ${random.int(-70, 70)}`,
          random.pick(['#f0d28a', '#e8c36f', '#f6dfa5']),
          11,
        );
      }) +
      slices(7, '#c93f2e', 30) +
      leaves(4),
    pizza: () =>
      circle(x, y, r * 0.82, '#d9a55c') +
      circle(x, y, r * 0.74, '#f2cf6b') +
      times(24, () => {
        const [at, to] = spot(0.66);
        return circle(at, to, 26, '#f9e3a0', 'fill-opacity=".8"');
      }) +
      slices(11, '#c2402f', 34) +
      leaves(5) +
      times(4, (cut) =>
        stroke(
          `M${n(x - Math.cos(cut * 0.785) * r * 0.8)} ${n(y - Math.sin(cut * 0.785) * r * 0.8)}L${n(x + Math.cos(cut * 0.785) * r * 0.8)} ${n(y + Math.sin(cut * 0.785) * r * 0.8)}`,
          '#b98545',
          4,
        ),
      ),
    salad: () => leaves(42) + slices(9, '#d8483a', 32) + slices(6, '#e9eebf', 34) + slices(4, '#f4f0e4', 26),
  };
  return [
    backdrop(canvas, 'cloth', [hsl(cloth, 26, 78), hsl(cloth, 26, 66)]),
    times(20, (place) => rect(0, (place / 20) * height, width, 3, '#fff', 'fill-opacity=".22"')),
    ellipse(x + 10, y + 18, r * 1.14, r * 1.14, '#000', 'fill-opacity=".18"'),
    circle(x, y, r * 1.12, '#fdfdfb') + circle(x, y, r * 0.86, '#f3f2ee'),
    dishes[dish](),
    times(3, (place) =>
      stroke(
        `M${n(x - 60 + place * 60)} ${n(y - 20)}q${n(20 * Math.sin(time * 6.283 + place))} -50 0 -100t0 -100`,
        '#fff',
        9,
        'stroke-opacity=".22"',
      ),
    ),
    rect(x - r * 1.42, y - r * 0.8, 16, r * 1.6, '#c9ccd1', 'rx="8"') +
      times(4, (tine) => rect(x - r * 1.42 - 14 + tine * 12, y - r * 0.95, 7, r * 0.45, '#c9ccd1', 'rx="3"')),
    rect(x + r * 1.32, y - r * 0.9, 22, r * 1.7, '#c9ccd1', 'rx="11"'),
  ].join('');
};

/** A receipt on a table. Its lines are bars: nobody's purchases. */
export const receipt: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const w = Math.min(width, height) * 0.5;
  const h = Math.min(height * 0.86, w * 1.7);
  const lines = 11 + random.int(0, 5);
  const wood = random.int(18, 34);
  const zigzag = Array.from(
    { length: 17 },
    (_, place) => `${n(w / 2 - (place / 16) * w)} ${n(h / 2 + (place % 2) * 16)}`,
  ).join('L');
  const paper = [
    shape(`M${n(-w / 2)} ${n(-h / 2)}L${n(w / 2)} ${n(-h / 2)}L${zigzag}Z`, '#fbfaf5'),
    rect(-w * 0.25, -h * 0.44, w * 0.5, h * 0.035, '#3c3a38'),
    rect(-w * 0.16, -h * 0.385, w * 0.32, h * 0.015, '#8a8681'),
    times(lines, (line) => {
      const y = -h * 0.31 + line * h * 0.043;
      return (
        rect(-w * 0.4, y, w * (0.25 + random.next() * 0.25), h * 0.016, '#6d6964') +
        rect(w * 0.26, y, w * (0.09 + random.next() * 0.05), h * 0.016, '#6d6964')
      );
    }),
    stroke(`M${n(-w * 0.4)} ${n(h * 0.36)}L${n(w * 0.4)} ${n(h * 0.36)}`, '#8a8681', 3, 'stroke-dasharray="10 8"'),
    rect(-w * 0.4, h * 0.385, w * 0.22, h * 0.026, '#2e2c2a') + rect(w * 0.2, h * 0.385, w * 0.2, h * 0.026, '#2e2c2a'),
    times(30, (bar) => rect(-w * 0.3 + bar * w * 0.02, h * 0.43, random.pick([3, 5, 8]), h * 0.04, '#2e2c2a')),
  ].join('');
  return [
    backdrop(canvas, 'wood', [hsl(wood, 38, 40), hsl(wood, 34, 30)]),
    times(26, (place) =>
      stroke(
        `M0 ${n((place / 26) * height)}q${n(width / 2)} ${random.int(-20, 20)} ${width} 0`,
        hsl(wood, 36, 26),
        3,
        'stroke-opacity=".5"',
      ),
    ),
    group(
      `translate(${n(width / 2 + 16)} ${n(height / 2 + 22)}) rotate(${random.int(-9, 9)})`,
      rect(-w / 2, -h / 2, w, h, '#000', 'fill-opacity=".25"'),
    ),
    group(`translate(${n(width / 2)} ${n(height / 2)}) rotate(${random.int(-6, 6)})`, paper),
  ].join('');
};

/** A phone's screen with a conversation, in bars instead of words. */
export const screenshot: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const dark = random.chance(0.4);
  const ink = dark ? '#e9e9ee' : '#2f3238';
  const own = hsl(random.int(0, 360), 60, dark ? 42 : 55);
  const bar = height * 0.045;
  let y = height * 0.16;
  const bubbles = times(9, () => {
    const mine = random.chance(0.5);
    const lines = random.int(1, 3);
    const w = width * (0.35 + random.next() * 0.35);
    const h = 22 + lines * 26;
    const x = mine ? width - w - width * 0.05 : width * 0.05;
    const drawn =
      rect(x, y, w, h, mine ? own : dark ? '#2d2f36' : '#e8eaee', 'rx="20"') +
      times(lines, (line) =>
        rect(
          x + 20,
          y + 18 + line * 26,
          (w - 40) * (line === lines - 1 ? 0.6 : 1),
          9,
          mine ? '#ffffffcc' : ink,
          'rx="4" fill-opacity=".75"',
        ),
      );
    y += h + 18;
    return y > height * 0.92 ? '' : drawn;
  });
  return [
    rect(0, 0, width, height, dark ? '#17181c' : '#fafbfc'),
    bubbles,
    rect(0, 0, width, height * 0.12, dark ? '#202228' : '#ffffff'),
    rect(0, height * 0.12, width, 2, '#00000022'),
    circle(width * 0.14, height * 0.082, height * 0.024, own),
    rect(width * 0.24, height * 0.07, width * 0.3, 12, ink, 'rx="5"') +
      rect(width * 0.24, height * 0.092, width * 0.18, 8, ink, 'rx="4" fill-opacity=".4"'),
    rect(width * 0.05, height * 0.018, width * 0.12, 9, ink, 'rx="4"') +
      rect(width * 0.84, height * 0.017, width * 0.1, 11, ink, 'rx="4"'),
    rect(0, height - bar * 1.7, width, bar * 1.7, dark ? '#202228' : '#ffffff'),
    rect(width * 0.05, height - bar * 1.35, width * 0.74, bar, dark ? '#2d2f36' : '#edeff2', `rx="${n(bar / 2)}"`),
    circle(width * 0.89, height - bar * 0.85, bar * 0.5, own),
  ].join('');
};
