/** `files`: the files that work on a topic was about. */

import type { Context } from '../../process/context.ts';
import type { Where } from '../../reports/project-scope.ts';
import { dated } from '../dated.ts';
import { asked, requireText } from './asked.ts';

export interface FilesOptions extends Where {
  readonly topic: string;
}

export async function files({ topic, ...where }: FilesOptions, context: Context) {
  requireText(topic, 'mementor query --files retry queue');
  const { memory, place } = await asked(where, context);
  const now = context.now();
  const found = memory.topicFiles(topic, place, now.getTime(), -now.getTimezoneOffset());
  return { found, document: { version: 1, topic, files: dated(found) } };
}
