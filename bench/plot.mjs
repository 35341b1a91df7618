/** Plots with both axes logarithmic, as SVG: lines named at their ends, for light and dark pages. */

const WIDTH = 720;
const HEIGHT = 420;
const FRAME = { left: 64, right: 190, top: 46, bottom: 46 };
const LABEL_GAP = 15;
/** One hue a line, darker on a light page and lighter on a dark one. */
const COLOURS = [
  ['#0b62c4', '#6cb0ff'],
  ['#b4450a', '#ff9d5c'],
  ['#15803d', '#5fd38a'],
  ['#8b2fc9', '#cf9bff'],
  ['#5c6370', '#a8b0bd'],
];

/**
 * Returns a plot. `series` is `[{ name, points: [[x, y], …] }]`, all numbers above zero; what is
 * measured on each axis stands in `x` and `y`.
 */
export function plot({ title, x, y, series }) {
  const all = series.flatMap(({ points }) => points);
  const [xs, ys] = [all.map(([value]) => value), all.map(([, value]) => value)];
  const across = scale(xs, FRAME.left, WIDTH - FRAME.right);
  const up = scale(ys, HEIGHT - FRAME.bottom, FRAME.top);
  const ends = labelPlaces(series.map(({ points }) => up.at(points.at(-1)[1])));
  return image(title, [
    text(FRAME.left, 22, title, 'title'),
    ...across.ticks.map((value) => verticalTick(across.at(value), value)),
    ...up.ticks.map((value) => horizontalTick(up.at(value), value)),
    text(WIDTH - FRAME.right, HEIGHT - 8, x, 'axis end'),
    text(8, 38, y, 'axis'),
    ...series.map((each, at) => drawn(each, at, across, up, ends[at])),
  ]);
}

function image(title, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}">
<style>
${style()}
</style>
<rect class="page" width="${WIDTH}" height="${HEIGHT}"/>
${parts.join('\n')}
</svg>
`;
}

/** Maps values to places by their logarithm; ticks are the powers of ten around them. */
function scale(values, from, to) {
  const least = Math.floor(Math.log10(Math.min(...values)));
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))));
  const at = (value) => from + ((Math.log10(value) - least) / (most - least)) * (to - from);
  const ticks = Array.from({ length: most - least + 1 }, (_, step) => 10 ** (least + step));
  return { at, ticks };
}

/** Moves labels apart that would cover each other, downwards, in the order of their lines. */
function labelPlaces(wanted) {
  const places = [...wanted];
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a] - wanted[b]);
  for (let at = 1; at < order.length; at += 1) {
    places[order[at]] = Math.max(places[order[at]], places[order[at - 1]] + LABEL_GAP);
  }
  return places;
}

function drawn({ name, points }, at, across, up, labelY) {
  const hue = `c${at % COLOURS.length}`;
  const dashed = at >= COLOURS.length ? ' dashed' : '';
  const places = points.map(([x, y]) => [fixed(across.at(x)), fixed(up.at(y))]);
  const line = `<polyline class="line ${hue}${dashed}" points="${places.map((place) => place.join(',')).join(' ')}"/>`;
  const dots = places.map(([x, y]) => `<circle class="dot ${hue}" cx="${x}" cy="${y}" r="3"/>`);
  const label = text(Number(places.at(-1)[0]) + 10, labelY + 4, name, `label ${hue}`);
  return [line, ...dots, label].join('\n');
}

function verticalTick(x, value) {
  const line = `<line class="grid" x1="${fixed(x)}" x2="${fixed(x)}" y1="${FRAME.top}" y2="${HEIGHT - FRAME.bottom}"/>`;
  return `${line}\n${text(x, HEIGHT - FRAME.bottom + 17, short(value), 'axis middle')}`;
}

function horizontalTick(y, value) {
  const line = `<line class="grid" x1="${FRAME.left}" x2="${WIDTH - FRAME.right}" y1="${fixed(y)}" y2="${fixed(y)}"/>`;
  return `${line}\n${text(FRAME.left - 8, y + 4, short(value), 'axis end')}`;
}

function short(value) {
  if (value >= 1e6) return `${value / 1e6} M`;
  if (value >= 1e3) return `${value / 1e3} k`;
  return Number(value.toPrecision(3)).toString();
}

function text(x, y, content, kind) {
  return `<text class="${kind}" x="${fixed(x)}" y="${fixed(y)}">${escaped(content)}</text>`;
}

function style() {
  const hues = (page) =>
    COLOURS.map((pair, at) => {
      const hue = pair[page];
      return `.line.c${at} { stroke: ${hue}; } .dot.c${at}, .label.c${at} { fill: ${hue}; }`;
    }).join('\n');
  return `text { font: 12px system-ui, sans-serif; fill: #4b5563; }
.title { font-size: 15px; font-weight: 600; fill: #111827; }
.end { text-anchor: end; } .middle { text-anchor: middle; }
.page { fill: #ffffff; } .grid { stroke: #e5e7eb; }
.line { fill: none; stroke-width: 2; } .dashed { stroke-dasharray: 5 4; }
${hues(0)}
@media (prefers-color-scheme: dark) {
text { fill: #9ca3af; } .title { fill: #f3f4f6; }
.page { fill: #0d1117; } .grid { stroke: #272e38; }
${hues(1)}
}`;
}

function fixed(value) {
  return value.toFixed(1);
}

function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
