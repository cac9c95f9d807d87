import {
  backdrop,
  circle,
  cloud,
  ellipse,
  glow,
  group,
  hills,
  hsl,
  n,
  pine,
  rect,
  ridge,
  shape,
  stroke,
  times,
  type Scene,
} from './canvas.ts';

/** Mountains at dusk: ridges that fade into the distance, and a sun that goes down. */
export const mountains: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const hue = random.pick([12, 28, 265, 330, 210]);
  const sunX = width * (0.25 + random.next() * 0.5);
  const sunY = height * (0.4 + time * 0.12);
  const far = 3 + random.int(0, 2);
  return [
    backdrop(canvas, 'sky', [hsl(hue + 220, 45, 24), hsl(hue + 320, 50, 52), hsl(hue, 85, 72), hsl(hue + 20, 90, 84)]),
    times(30, () =>
      circle(random.next() * width, random.next() * height * 0.3, random.next() * 1.8, '#fff', 'fill-opacity=".7"'),
    ),
    glow('sun', sunX, sunY, height * 0.45, hsl(hue + 15, 95, 75)),
    circle(sunX, sunY, height * 0.06, hsl(hue + 25, 95, 88)),
    cloud(canvas, random.next() * width, height * 0.2, width * 0.09, hsl(hue, 70, 85), 0.45),
    times(far, (place) => {
      const near = (place + 1) / far;
      return ridge(
        canvas,
        height * (0.48 + near * 0.3),
        height * (0.09 - near * 0.02),
        hsl(hue + 235, 25 + near * 15, 52 - near * 40),
      );
    }),
    times(random.int(5, 14), () =>
      pine(
        random.next() * width,
        height * (0.96 + random.next() * 0.06),
        height * (0.1 + random.next() * 0.12),
        hsl(hue + 200, 30, 9),
      ),
    ),
  ].join('');
};

/** A beach with waves that roll in. */
export const beach: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const sea = height * (0.36 + random.next() * 0.1);
  const sand = height * (0.66 + random.next() * 0.08);
  const tone = random.int(175, 205);
  const shade = random.pick(['#e8484f', '#f2a33c', '#2f8fd0', '#7d5fb2']);
  const umbrella = width * (0.2 + random.next() * 0.6);
  const wave = (y: number, swing: number, phase: number) =>
    Array.from({ length: 31 }, (_, place) => {
      const x = (place / 30) * width;
      return `${n(x)} ${n(y + Math.sin(place * 0.9 + phase + time * 6.28) * swing)}`;
    }).join('L');
  return [
    backdrop(canvas, 'sky', [hsl(tone + 15, 75, 55), hsl(tone + 10, 80, 82), '#fdf3dc']),
    glow('sun', width * 0.8, height * 0.14, height * 0.3, '#fff6c8'),
    times(3, (place) => cloud(canvas, width * random.next(), height * (0.08 + place * 0.08), width * 0.07)),
    rect(0, sea, width, height - sea, hsl(tone, 65, 42)),
    times(6, (place) =>
      stroke(
        `M${wave(sea + (sand - sea) * ((place + 0.5) / 6), 3 + place, place * 2)}`,
        '#fff',
        2 + place * 0.8,
        `stroke-opacity="${n(0.15 + place * 0.05)}"`,
      ),
    ),
    shape(`M0 ${height}L${wave(sand, 12, 1)}L${width} ${height}Z`, '#fff'),
    shape(`M0 ${height}L${wave(sand + 14, 12, 1)}L${width} ${height}Z`, hsl(38, 60, 78)),
    times(60, () =>
      circle(
        random.next() * width,
        sand + 40 + random.next() * (height - sand),
        1.5,
        hsl(32, 40, 60),
        'fill-opacity=".5"',
      ),
    ),
    group(
      `translate(${n(umbrella)} ${n(sand + (height - sand) * 0.3)}) rotate(${n(-12 + Math.sin(time * 6.28) * 2)})`,
      stroke('M0 0L0 -190', '#8a6b4a', 7) +
        shape('M-130 -160Q0 -290 130 -160Z', shade) +
        shape('M-45 -160Q0 -290 45 -160Z', '#fff8ef'),
    ),
    ellipse(umbrella + 40, sand + (height - sand) * 0.34, 120, 16, hsl(32, 35, 55), 'fill-opacity=".5"'),
  ].join('');
};

/** A forest in the morning, layer behind layer of mist. */
export const forest: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const hue = random.pick([95, 130, 150, 40]);
  const layers = 5;
  return [
    backdrop(canvas, 'sky', [hsl(hue + 20, 30, 80), hsl(hue, 35, 92), hsl(hue, 30, 70)]),
    glow('sun', width * random.next(), height * 0.15, height * 0.5, '#fffbe0', 0.8),
    times(4, (place) => {
      const x = width * (0.1 + place * 0.25) + time * 40;
      return shape(
        `M${n(x)} 0L${n(x + 70)} 0L${n(x - 80)} ${height}L${n(x - 260)} ${height}Z`,
        '#fffde8',
        'fill-opacity=".16"',
      );
    }),
    times(layers, (layer) => {
      const near = (layer + 1) / layers;
      const fill = hsl(hue, 25 + near * 20, 70 - near * 55);
      const foot = height * (0.6 + near * 0.42);
      const trees = times(16 - layer * 2, () =>
        pine(
          random.next() * width,
          foot + random.next() * 20,
          height * (0.25 + near * 0.35) * (0.7 + random.next() * 0.5),
          fill,
        ),
      );
      return trees + rect(0, foot - 6, width, height - foot + 6, fill, 'fill-opacity=".85"');
    }),
  ].join('');
};

/** A hill under snow, with flakes that fall and a snowman. */
export const snow: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const dusk = random.chance(0.4);
  const ground = height * 0.68;
  const x = width * (0.3 + random.next() * 0.4);
  const size = height * 0.09;
  const scarf = random.pick(['#d43d3d', '#2c7fb8', '#e08a1e']);
  return [
    backdrop(canvas, 'sky', dusk ? ['#2c3656', '#6b6f9c', '#d9a7a0'] : ['#a9cbe6', '#d7e8f4', '#f4f8fb']),
    ridge(canvas, height * 0.5, height * 0.1, dusk ? '#5b6291' : '#b9d0e2', 9),
    hills(canvas, height * 0.62, height * 0.04, dusk ? '#b5b7d6' : '#e3eef6'),
    times(9, () => {
      const at = random.next() * width;
      const tall = height * (0.14 + random.next() * 0.14);
      return pine(at, ground + 20, tall, '#2f5a4a') + pine(at, ground + 4 - tall * 0.16, tall * 0.72, '#f2f8fc');
    }),
    hills(canvas, ground, height * 0.03, dusk ? '#d4d6ea' : '#fbfdff'),
    ellipse(x, ground + size * 2.6, size * 1.5, size * 0.3, '#8fa6bd', 'fill-opacity=".4"'),
    circle(x, ground + size * 1.5, size * 1.15, '#fff', 'stroke="#c9d7e4" stroke-width="3"'),
    circle(x, ground, size * 0.85, '#fff', 'stroke="#c9d7e4" stroke-width="3"'),
    rect(x - size * 0.75, ground - size * 0.6, size * 1.5, size * 0.28, scarf, 'rx="10"'),
    circle(x, ground - size * 1.05, size * 0.6, '#fff', 'stroke="#c9d7e4" stroke-width="3"'),
    shape(
      `M${n(x)} ${n(ground - size)}l${n(size * 0.6)} ${n(size * 0.12)}l${n(-size * 0.6)} ${n(size * 0.08)}Z`,
      '#ef8a2c',
    ),
    rect(x - size * 0.5, ground - size * 1.6, size, size * 0.14, '#333', 'rx="4"'),
    rect(x - size * 0.35, ground - size * 2.2, size * 0.7, size * 0.65, '#333'),
    times(90, () => {
      const start = random.next() * height;
      const y = (start + time * height * random.int(1, 2)) % height;
      return circle(
        random.next() * width + Math.sin(time * 6.28 + start) * 12,
        y,
        1.5 + random.next() * 4,
        '#fff',
        'fill-opacity=".9"',
      );
    }),
  ].join('');
};
