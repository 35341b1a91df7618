/** Draws the output of a terminal, with its colours, as SVG. Pure. */

const ESCAPE = '\u001B';
/** A change of style, or a character that takes a cell. */
const PARTS = new RegExp(`${ESCAPE}\\[([\\d;]*)m|(\\P{C})`, 'gu');

const CELL = { width: 8.4, height: 20 };
const MARGIN = 16;
const TITLE_HEIGHT = 32;
const BASELINE = 15;
const FONT =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, &quot;DejaVu Sans Mono&quot;, monospace';

/** The colours that the program uses, readable on the background. */
const COLOURS = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
};
const TEXT = '#e6edf3';
const DIM = '#8b949e';
const BACKGROUND = '#0d1117';

/**
 * Returns a picture of a text as a terminal of this width shows it. Lines that are too long break
 * where the terminal would break them. All characters count as one cell wide.
 */
export function svg(text, columns) {
  const lines = text.replace(/\n$/, '').split('\n');
  const rows = rowsOf(lines, columns);
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = TITLE_HEIGHT + rows.length * CELL.height + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, index) => `<circle cx="${MARGIN + 6 + index * 20}" cy="16" r="6" fill="${fill}"/>`,
    ),
    `<g font-family="${FONT}" font-size="14" fill="${TEXT}" xml:space="preserve">`,
    ...rows.map((row, index) => drawn(row, TITLE_HEIGHT + index * CELL.height)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Returns rows of runs: `{ text, column, bold, dim, colour }`. A style lasts until it is ended. */
export function rowsOf(lines, columns) {
  let style = { bold: false, dim: false, colour: undefined };
  return lines.flatMap((line) => {
    const rows = [[]];
    let column = 0;
    for (const [, codes, character] of line.matchAll(PARTS)) {
      if (codes !== undefined) {
        style = codes.split(';').reduce(styled, style);
        continue;
      }
      if (column === columns) {
        rows.push([]);
        column = 0;
      }
      append(rows.at(-1), character, column, style);
      column += 1;
    }
    return rows;
  });
}

function append(row, character, column, style) {
  const last = row.at(-1);
  const isSame = last !== undefined && Object.keys(style).every((key) => last[key] === style[key]);
  if (isSame) last.text += character;
  else row.push({ text: character, column, ...style });
}

/** Applies one code of a sequence that selects how text looks. */
function styled(style, code) {
  const plain = { bold: false, dim: false, colour: undefined };
  if (code === '' || code === '0') return plain;
  if (code === '1') return { ...style, bold: true };
  if (code === '2') return { ...style, dim: true };
  if (code === '22') return { ...style, bold: false, dim: false };
  if (code === '39') return { ...style, colour: undefined };
  return code in COLOURS ? { ...style, colour: COLOURS[code] } : style;
}

/** The length of each run is given, so that columns stand below each other in any font. */
function drawn(row, top) {
  const bars = row.flatMap((run) => barsIn(run, top));
  const spans = row.flatMap((run) => spanOf(run));
  const text =
    spans.length === 0 ? '' : `<text y="${rounded(top + BASELINE)}">${spans.join('')}</text>`;
  return bars.join('') + text;
}

/** Parts of a cell from below, by eighths, and from the left. Fonts leave gaps between them. */
const BARS = '▁▂▃▄▅▆▇█';
const LEFT_BARS = '▏▎▍▌▋▊▉';

function isBar(character) {
  return (BARS + LEFT_BARS).includes(character);
}

function barsIn(run, top) {
  return [...run.text].flatMap((character, index) => {
    if (!isBar(character)) return [];
    const high = BARS.includes(character) ? (BARS.indexOf(character) + 1) / 8 : 1;
    const wide = BARS.includes(character) ? 1 : (LEFT_BARS.indexOf(character) + 1) / 8;
    const x = MARGIN + (run.column + index) * CELL.width;
    const y = top + (1 - high) * CELL.height;
    const size = `width="${rounded(wide * CELL.width)}" height="${rounded(high * CELL.height)}"`;
    const fill = `fill="${run.colour ?? (run.dim ? DIM : TEXT)}"`;
    return [
      `<rect x="${rounded(x)}" y="${rounded(y)}" ${size} ${fill} shape-rendering="crispEdges"/>`,
    ];
  });
}

function spanOf(run) {
  const whole = [...run.text].map((character) => (isBar(character) ? ' ' : character)).join('');
  const text = whole.trim();
  if (text === '') return [];
  const indent = whole.length - whole.trimStart().length;
  const x = MARGIN + (run.column + indent) * CELL.width;
  const length = [...text].length * CELL.width;
  const fill = run.colour ?? (run.dim ? DIM : undefined);
  const looks = [
    ...(fill === undefined ? [] : [`fill="${fill}"`]),
    ...(run.dim && run.colour !== undefined ? ['opacity="0.7"'] : []),
    ...(run.bold ? ['font-weight="bold"'] : []),
  ];
  const place = `x="${rounded(x)}" textLength="${rounded(length)}" lengthAdjust="spacingAndGlyphs"`;
  return [`<tspan ${[place, ...looks].join(' ')}>${escaped(text)}</tspan>`];
}

function rounded(number) {
  return String(Math.round(number * 100) / 100);
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
