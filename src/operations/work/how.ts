/** `how`: the commands that worked here for something. */

import type { Context } from '../../process/context.ts';
import type { Where } from '../../reports/project-scope.ts';
import { dated } from '../dated.ts';
import { asked, placeOf, requireText } from './asked.ts';

export interface HowOptions extends Where {
  readonly words: string;
}

export async function how({ words, ...where }: HowOptions, context: Context) {
  requireText(words, 'mementor how run one test');
  const { memory, place } = await asked(where, context);
  const ways = memory.how(words, place);
  const lessons = memory.lessons({ words }, place);
  const commands = ways.commands.map(({ purpose, last, ...rest }) => ({
    ...rest,
    purpose,
    last: placeOf(last),
  }));
  const document = {
    version: 1,
    commands,
    onlyNear: ways.onlyNear,
    used: ways.used,
    lessons: lessons.map(dated),
    turnsRead: ways.read,
    turnsLeftOut: ways.leftOut,
  };
  return { ways, lessons, document };
}
