import {
  backdrop,
  circle,
  glow,
  group,
  hsl,
  n,
  rect,
  shape,
  stroke,
  times,
  type Canvas,
  type Scene,
} from './canvas.ts';

/** A skyline at night; windows go on and off, the water holds their light. */
export const city: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const hue = random.int(200, 285);
  const shore = height * (0.78 + random.next() * 0.08);
  const houses = (light: number, tallest: number, count: number) =>
    times(count, (place) => {
      const w = (width / count) * (0.8 + random.next() * 0.5);
      const x = (place / count) * width + random.next() * 20 - 10;
      const h = height * tallest * (0.35 + random.next() * 0.65);
      return rect(x, shore - h, w, h, hsl(hue, 25, light)) + windows(canvas, x, shore - h, w, h);
    });
  return [
    backdrop(canvas, 'sky', [hsl(hue, 55, 9), hsl(hue + 10, 45, 22), hsl(hue + 70, 45, 42)]),
    times(50, () =>
      circle(random.next() * width, random.next() * height * 0.5, random.next() * 1.7, '#fff', 'fill-opacity=".8"'),
    ),
    glow('moon', width * 0.78, height * 0.16, height * 0.22, '#f6f0d8', 0.5),
    circle(width * 0.78, height * 0.16, height * 0.05, '#f6f0d8'),
    houses(20, 0.6, 9),
    houses(12, 0.42, 12),
    rect(0, shore, width, height - shore, hsl(hue, 50, 10)),
    times(40, () => {
      const x = random.next() * width;
      const w = 20 + random.next() * 60 + Math.sin(time * 6.28 + x) * 12;
      return rect(
        x,
        shore + random.next() * (height - shore),
        w,
        2.5,
        random.pick(['#ffd98a', '#ffb35c', '#9fd4ff']),
        'fill-opacity=".45" rx="1"',
      );
    }),
  ].join('');
};

function windows({ random, time }: Canvas, x: number, y: number, w: number, h: number): string {
  const columns = Math.max(2, Math.floor(w / 22));
  const rows = Math.max(2, Math.floor(h / 28));
  return times(columns * rows, (place) => {
    const chance = random.next();
    // A few of them change while one looks.
    const lit = chance > 0.97 ? Math.floor(time * 4) % 2 === 0 : chance > 0.55;
    if (!lit) return '';
    const left = x + 7 + (place % columns) * ((w - 10) / columns);
    const top = y + 10 + Math.floor(place / columns) * ((h - 12) / rows);
    return rect(left, top, 9, 13, chance > 0.8 ? '#ffe4a3' : '#ffc46b', 'fill-opacity=".85"');
  });
}

/** A bicycle in front of a wall; in a film its wheels turn. */
export const bicycle: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const wall = random.pick(['#e7c9a9', '#c9d8d0', '#d9b8a8', '#b8c7d9']);
  const paint = random.pick(['#c8423b', '#1f6f8b', '#2f7d4f', '#333']);
  const floor = height * 0.76;
  const r = Math.min(width, height) * 0.16;
  const y = floor - r + 8;
  const back = width * 0.5 - r * 1.45;
  const front = width * 0.5 + r * 1.45;
  const pedal = { x: width * 0.5 - r * 0.1, y: y + r * 0.1 };
  const saddle = { x: back + r * 0.8, y: y - r * 1.35 };
  const bar = { x: front - r * 0.5, y: y - r * 1.5 };
  const wheel = (x: number) =>
    group(
      `translate(${n(x)} ${n(y)}) rotate(${n(time * 360)})`,
      circle(0, 0, r, 'none', `stroke="#2b2b2b" stroke-width="${n(r * 0.09)}"`) +
        circle(0, 0, r * 0.9, 'none', 'stroke="#aaa" stroke-width="3"') +
        times(12, (spoke) =>
          stroke(`M0 0L${n(Math.cos(spoke * 0.5236) * r * 0.9)} ${n(Math.sin(spoke * 0.5236) * r * 0.9)}`, '#999', 2),
        ),
    );
  return [
    rect(0, 0, width, floor, wall),
    times(70, () => rect(random.next() * width, random.next() * floor, 46, 18, '#fff', 'fill-opacity=".12" rx="2"')),
    rect(width * 0.08, height * 0.1, width * 0.17, height * 0.32, '#8fb3c9', 'stroke="#fff" stroke-width="10"'),
    rect(0, floor, width, height - floor, '#8b8680'),
    stroke(`M0 ${n(floor)}L${width} ${n(floor)}`, '#6d6862', 8),
    `<ellipse cx="${n(width / 2)}" cy="${n(floor + 14)}" rx="${n(r * 2.6)}" ry="12" fill="#000" fill-opacity=".25"/>`,
    wheel(back),
    wheel(front),
    stroke(
      `M${n(back)} ${n(y)}L${n(saddle.x + 6)} ${n(saddle.y + r * 0.3)}L${n(pedal.x)} ${n(pedal.y)}Z`,
      paint,
      r * 0.09,
    ),
    stroke(
      `M${n(saddle.x + 6)} ${n(saddle.y + r * 0.3)}L${n(bar.x)} ${n(bar.y + r * 0.35)}L${n(pedal.x)} ${n(pedal.y)}`,
      paint,
      r * 0.09,
    ),
    stroke(`M${n(bar.x - r * 0.05)} ${n(bar.y)}L${n(front)} ${n(y)}`, paint, r * 0.08),
    stroke(`M${n(bar.x - r * 0.3)} ${n(bar.y)}L${n(bar.x + r * 0.15)} ${n(bar.y - r * 0.08)}`, '#333', r * 0.08),
    stroke(`M${n(saddle.x)} ${n(saddle.y)}L${n(saddle.x + 6)} ${n(saddle.y + r * 0.3)}`, '#444', r * 0.07),
    shape(`M${n(saddle.x - r * 0.3)} ${n(saddle.y)}q${n(r * 0.3)} ${n(-r * 0.15)} ${n(r * 0.6)} 0Z`, '#3a2a20'),
    circle(pedal.x, pedal.y, r * 0.16, '#555'),
  ].join('');
};

/** Fireworks over rooftops. */
export const fireworks: Scene = (canvas) => {
  const { width, height, random, time } = canvas;
  const burst = (place: number) => {
    const x = width * (0.12 + random.next() * 0.76);
    const y = height * (0.12 + random.next() * 0.42);
    const hue = random.int(0, 360);
    const grown = ((time + place * 0.23) % 1) * 0.7 + 0.3;
    const r = height * (0.12 + random.next() * 0.14) * grown;
    return (
      glow(`burst${place}`, x, y, r * 1.3, hsl(hue, 90, 60), 0.5 * (1.2 - grown)) +
      times(22, (ray) => {
        const angle = (ray / 22) * 6.283;
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
        return (
          stroke(
            `M${n(x + dx * r * 0.35)} ${n(y + dy * r * 0.35)}L${n(x + dx * r)} ${n(y + dy * r + grown * 14)}`,
            hsl(hue + (ray % 3) * 15, 95, 68),
            3,
            'stroke-opacity=".85"',
          ) + circle(x + dx * r, y + dy * r + grown * 14, 4, '#fff8e0')
        );
      })
    );
  };
  return [
    backdrop(canvas, 'sky', ['#070b1e', '#141a3c', '#3a2b52']),
    times(random.int(3, 5), burst),
    times(9, (place) => {
      const x = (place / 9) * width;
      const h = height * (0.1 + random.next() * 0.14);
      return (
        rect(x, height - h, width / 9 + 2, h, '#0b0c14') +
        shape(`M${n(x - 8)} ${n(height - h)}l${n(width / 18 + 8)} -50l${n(width / 18 + 8)} 50Z`, '#10111c')
      );
    }),
  ].join('');
};
