import {
  backdrop,
  circle,
  cloud,
  ellipse,
  group,
  hills,
  hsl,
  n,
  rect,
  shape,
  stroke,
  times,
  type Scene,
} from './canvas.ts';

/** A cat on a window sill; its tail moves. */
export const cat: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const fur = random.pick(['#d98a3d', '#4a4a4f', '#8c8f96', '#efe6d8', '#2e2a28']);
  const stripe = random.pick(['#00000033', '#ffffff33', '#00000018']);
  const eye = random.pick(['#7fb84a', '#e0b53c', '#6db5d8']);
  const wall = random.int(0, 360);
  const size = Math.min(width, height) / 1000;
  const wag = Math.sin(time * 6.283) * 18;
  const body = [
    stroke(`M190 300Q${n(330 + wag)} 260 ${n(300 + wag)} 90`, fur, 52),
    ellipse(0, 220, 200, 190, fur),
    ellipse(0, -20, 150, 130, fur),
    shape('M-140 -60L-150 -220L-40 -130Z', fur) + shape('M140 -60L150 -220L40 -130Z', fur),
    shape('M-125 -95L-132 -180L-70 -128Z', '#e9a9a0') + shape('M125 -95L132 -180L70 -128Z', '#e9a9a0'),
    times(3, (place) => stroke(`M${-40 + place * 40} -140l0 48`, stripe, 16)),
    ellipse(-58, -30, 30, 34, eye) + ellipse(58, -30, 30, 34, eye),
    ellipse(-58, -30, 9, 28, '#111') + ellipse(58, -30, 9, 28, '#111'),
    circle(-50, -42, 6, '#fff') + circle(66, -42, 6, '#fff'),
    shape('M-16 22L16 22L0 42Z', '#d77f86'),
    stroke('M0 42Q-2 62 -28 60M0 42Q2 62 28 60', '#00000066', 5),
    times(6, (place) => {
      const side = place < 3 ? -1 : 1;
      return stroke(`M${side * 40} ${36 + (place % 3) * 8}L${side * 190} ${10 + (place % 3) * 34}`, '#ffffffaa', 3);
    }),
    ellipse(-80, 392, 66, 34, fur, 'stroke="#00000022" stroke-width="4"') +
      ellipse(80, 392, 66, 34, fur, 'stroke="#00000022" stroke-width="4"'),
  ].join('');
  return [
    backdrop(canvas, 'wall', [hsl(wall, 30, 84), hsl(wall, 28, 72)]),
    rect(width * 0.08, height * 0.06, width * 0.84, height * 0.62, '#fdfdfb'),
    rect(width * 0.1, height * 0.08, width * 0.8, height * 0.58, '#a9d3ee'),
    cloud(canvas, width * 0.2, height * 0.2, width * 0.07),
    rect(width * 0.49, height * 0.08, width * 0.02, height * 0.58, '#fdfdfb'),
    rect(0, height * 0.86, width, height * 0.14, '#f4efe6'),
    rect(0, height * 0.86, width, 10, '#d8cfbf'),
    group(
      `translate(${n(width * (0.35 + random.next() * 0.3))} ${n(height * 0.52)}) scale(${n(size * 0.92 * 10) / 10})`,
      body,
    ),
  ].join('');
};

/** A dog and its ball in a park. */
export const dog: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const coat = random.pick(['#b9793f', '#e2c08d', '#5a4636', '#f0ebe2', '#3b3a3d']);
  const ground = height * 0.66;
  const size = Math.min(width, height) / 900;
  const x = width * (0.35 + random.next() * 0.15);
  const wag = Math.sin(time * 25) * 20;
  const bounce = Math.abs(Math.sin(time * 9.42)) * height * 0.16;
  const body = [
    group(`translate(-190 -60) rotate(${n(-30 + wag)})`, stroke('M0 0Q-50 -60 -30 -130', coat, 34)),
    times(4, (leg) =>
      rect([-165, -105, 85, 145][leg] ?? 0, 30, 44, 170, coat, 'rx="20" stroke="#00000018" stroke-width="3"'),
    ),
    ellipse(0, 0, 210, 105, coat),
    ellipse(175, -120, 105, 90, coat),
    ellipse(262, -92, 62, 44, coat),
    ellipse(312, -104, 20, 15, '#231d1a'),
    ellipse(118, -110, 36, 80, '#00000044'),
    circle(205, -140, 13, '#1c1715') + circle(209, -145, 4, '#fff'),
    shape('M262 -58q26 52 42 -4Z', '#dc6f78'),
    stroke('M92 -66Q150 -20 212 -46', random.pick(['#d23b3b', '#2b78c2', '#f0b429']), 20),
  ].join('');
  return [
    backdrop(canvas, 'sky', ['#7fc0ea', '#cfe8f6', '#eaf5ee']),
    cloud(canvas, width * 0.7, height * 0.12, width * 0.08),
    hills(canvas, ground - height * 0.06, height * 0.03, '#8fbf7a'),
    times(6, () => {
      const at = random.next() * width;
      const r = height * (0.07 + random.next() * 0.06);
      const crown = hsl(random.int(85, 125), 38, 38);
      return (
        rect(at - 9, ground - r * 2, 18, r * 2.1, '#6b4d35') +
        circle(at, ground - r * 2.3, r, crown) +
        circle(at - r * 0.7, ground - r * 1.9, r * 0.7, crown) +
        circle(at + r * 0.7, ground - r * 1.9, r * 0.7, crown)
      );
    }),
    hills(canvas, ground, height * 0.015, '#6aa84f'),
    times(40, () =>
      stroke(`M${n(random.next() * width)} ${n(ground + 20 + random.next() * (height - ground))}l4 -16`, '#4f8a3a', 3),
    ),
    ellipse(x, height * 0.9, 260 * size, 22 * size, '#000', 'fill-opacity=".2"'),
    group(`translate(${n(x)} ${n(height * 0.9 - 195 * size)}) scale(${Math.round(size * 100) / 100})`, body),
    circle(width * 0.82, height * 0.88 - bounce, 34 * size, '#e8d441', 'stroke="#b3a11f" stroke-width="4"'),
  ].join('');
};

/** Flowers that sway. */
export const flowers: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const count = random.int(6, 11);
  return [
    backdrop(canvas, 'air', [hsl(random.int(180, 215), 55, 80), '#eef6e6', '#9ec77f']),
    times(18, () =>
      circle(random.next() * width, random.next() * height, 20 + random.next() * 50, '#fff', 'fill-opacity=".14"'),
    ),
    times(count, (place) => {
      const foot = (place + 0.3 + random.next() * 0.5) * (width / count);
      const top = height * (0.2 + random.next() * 0.4);
      const head = foot + (random.next() - 0.5) * 90 + Math.sin(time * 6.283 + place) * 16;
      const hue = random.pick([345, 5, 45, 275, 310, 20]);
      const r = Math.min(width, height) * (0.04 + random.next() * 0.035);
      const petals = random.int(5, 9);
      const leafY = (height + top) / 2;
      return [
        stroke(`M${n(foot)} ${height}Q${n(foot)} ${n(leafY)} ${n(head)} ${n(top)}`, '#4d8a3c', 9),
        shape(`M${n(foot)} ${n(leafY + 80)}q70 -70 110 -10q-60 40 -110 10Z`, '#5c9c48'),
        times(petals, (petal) =>
          group(
            `translate(${n(head)} ${n(top)}) rotate(${n((petal / petals) * 360)})`,
            ellipse(0, -r * 1.05, r * 0.62, r, hsl(hue, 78, 62 + (petal % 2) * 6)),
          ),
        ),
        circle(head, top, r * 0.55, '#f2c230') + circle(head, top, r * 0.3, '#c98d1c'),
      ].join('');
    }),
  ].join('');
};

/** Somebody in front of lights: an outline without a face. */
export const portrait: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const hue = random.int(0, 360);
  const people = random.pick([1, 1, 2, 3]);
  const unit = Math.min((width / people) * 1.4, height) * 0.42;
  return [
    backdrop(canvas, 'room', [hsl(hue, 42, 30), hsl(hue + 40, 48, 55), hsl(hue + 60, 60, 72)]),
    times(26, (place) => {
      const r = 18 + random.next() * 60;
      const light = 0.12 + random.next() * 0.25 + Math.sin(time * 6.283 + place) * 0.06;
      return circle(
        random.next() * width,
        random.next() * height,
        r,
        hsl(hue + random.int(0, 90), 85, 80),
        `fill-opacity="${n(light * 10) / 10}"`,
      );
    }),
    times(people, (place) => {
      const x = ((place + 0.5) / people) * width + (random.next() - 0.5) * 30;
      const head = height - unit * (1.45 + random.next() * 0.25) + Math.sin(time * 6.283 + place) * 4;
      const fill = hsl(hue + 230 + place * 14, 32, 14 + place * 5);
      const long = random.chance(0.5);
      return [
        shape(
          `M${n(x - unit)} ${height}Q${n(x - unit)} ${n(head + unit * 0.62)} ${n(x)} ${n(head + unit * 0.56)}Q${n(x + unit)} ${n(head + unit * 0.62)} ${n(x + unit)} ${height}Z`,
          fill,
        ),
        rect(x - unit * 0.16, head + unit * 0.2, unit * 0.32, unit * 0.5, fill),
        ellipse(x, head, unit * 0.36, unit * 0.45, fill),
        long
          ? shape(
              `M${n(x - unit * 0.42)} ${n(head + unit * 0.6)}Q${n(x - unit * 0.55)} ${n(head - unit * 0.62)} ${n(x)} ${n(head - unit * 0.52)}Q${n(x + unit * 0.55)} ${n(head - unit * 0.62)} ${n(x + unit * 0.42)} ${n(head + unit * 0.6)}Z`,
              fill,
            )
          : ellipse(x, head - unit * 0.24, unit * 0.39, unit * 0.3, fill),
      ].join('');
    }),
  ].join('');
};
