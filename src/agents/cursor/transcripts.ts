/** Lists the transcripts of Cursor's agent. Never throws: unreadable files are left out. */

import { basename, dirname } from 'node:path';
import { isObject, parseObject } from '../../files/json-object.ts';
import type { Transcripts } from '../agent.ts';
import { listing, newestFirst } from '../listing.ts';
import { projectFolder, projectsRoot, transcriptNames } from './paths.ts';

const listed = listing({
  root: projectsRoot,
  isTranscript: (path) => transcriptNames(path) !== undefined,
});

export const transcripts: Transcripts = {
  ...listed,
  isByProject: true,
  startedHere: async (world) => listed.nowIn(projectFolder(world)).sort(newestFirst),
  subagentsOf: async (path) => {
    const own = transcriptNames(path);
    if (own === undefined || own.subagent !== undefined) return [];
    const beside = listed.nowIn(dirname(path)).sort(newestFirst);
    return beside.filter((each) => {
      const names = transcriptNames(each.path);
      return names?.session === own.session && names.subagent !== undefined;
    });
  },
  isOfSession: (path, session) => path === session,
  histories: () => [],
  isEntry: (line) => {
    const fields = parseObject(line);
    return typeof fields?.role === 'string' && isObject(fields.message);
  },
  // A line has no time.
  promptOf: () => undefined,
  sessionOf: (path) => transcriptNames(path)?.session ?? basename(path, '.jsonl'),
  subagentOf: (path) => transcriptNames(path)?.subagent,
};
