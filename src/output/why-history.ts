/** Renders recorded prompts, newest first: two lines each. Pure. */

import type { RecordedPrompt } from '../recalls/history.ts';
import { isAddedTo } from '../recalls/lines.ts';
import { type Usage, usageOf } from '../recalls/usage.ts';
import { shortResultOf } from '../recalls/words.ts';
import { dayName } from '../text/days.ts';
import { markdownLine } from '../text/flat-markdown.ts';
import { shortId } from '../text/lines.ts';
import { localTime } from '../text/times.ts';
import type { Page } from './layout/page.ts';
import { cut } from './layout/width.ts';

const PROMPT_CHARS_MAX = 400;

const USAGES: Readonly<Record<Usage, string>> = {
  used: 'signs of use in the answer',
  unused: 'no sign of use',
  unknown: 'not known yet whether used',
};

export function renderHistory(prompts: readonly RecordedPrompt[], page: Page): string {
  return prompts.map((prompt) => renderPrompt(prompt, page)).join('');
}

function renderPrompt({ session, line, used }: RecordedPrompt, { width, paint, nowMs }: Page) {
  const day = dayName(line.atMs, nowMs) ?? 'unknown';
  const at = `${day} ${localTime(line.atMs)?.slice(11) ?? ''}`.trim();
  const prompt =
    line.prompt === ''
      ? paint.dim('(not recorded)')
      : `${paint.green('>')} ${markdownLine(line.prompt, PROMPT_CHARS_MAX)}`;
  const isAdded = isAddedTo(line);
  const said = shortResultOf(line);
  const result = isAdded ? paint.green(said) : paint.dim(said);
  // Whether a note was used is not measured.
  const usage = line.injected.length > 0 ? ` · ${USAGES[usageOf(used)]}` : '';
  return [
    cut(`${paint.bold(at)}  ${paint.dim(shortId(session))}  ${prompt}`, width),
    cut(`    ${result}${usage}`, width),
  ]
    .map((each) => `${each}\n`)
    .join('');
}
